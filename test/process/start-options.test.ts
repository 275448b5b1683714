/** The options of Node that the service is started with. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repository, startOptions } from './built.ts'

it('the image starts Node with the options of npm start', () => {
  const dockerfile = readFileSync(join(repository, 'src/deploy/Dockerfile'), 'utf8')
  const [, command = '[]'] = /^CMD (.+)$/m.exec(dockerfile) ?? []
  expect(startOptions()).not.toEqual([])
  expect(JSON.parse(command)).toEqual(['node', ...startOptions(), 'program/src/server.js'])
})
