/** How the image and the systemd unit start the service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository, startOptions } from '../../tools/build/built.ts'

it('the image starts Node with the options of npm start', () => {
  const dockerfile = readFileSync(join(repository, 'src/operations/deploy/Dockerfile'), 'utf8')
  const [, command = '[]'] = /^CMD (.+)$/m.exec(dockerfile) ?? []
  expect(startOptions()).not.toEqual([])
  expect(JSON.parse(command)).toEqual(['node', ...startOptions(), 'program/src/main/server.js'])
})

it('the image runs as a numeric user', () => {
  const dockerfile = readFileSync(join(repository, 'src/operations/deploy/Dockerfile'), 'utf8')
  const users = [...dockerfile.matchAll(/^USER (.+)$/gm)].map(([, user]) => user)
  expect(users).toEqual(['1000:1000'])
  expect(dockerfile).toContain('install -d -o 1000 -g 1000 -m 700 /data')
})
