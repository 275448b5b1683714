/** The systemd unit: systemd finds it valid, and its command starts the service. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { foundFor } from '../../installed.ts'
import { emptyDirectory, listening, stop, watched } from '../../process/process.ts'
import { repository, startOptions } from '../../tools/build/built.ts'

const path = join(repository, 'src/operations/deploy/trips.service')
const unit = readFileSync(path, 'utf8')
const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? []
const found = foundFor('operations/deploy/systemd', 'systemd-analyze')

const analyze = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe.skipIf(!found)(
  `trips.service, by systemd-analyze${found ? '' : ' (not installed)'}`,
  () => {
    it('is valid, without a warning', () => {
      expect(analyze('verify', path)).toEqual({ status: 0, stdout: '', stderr: '' })
    })

    it('is isolated from the machine: an exposure of at most 2.0 of 10', () => {
      const words = ['security', '--offline=true', '--threshold=20', '--no-pager', path]
      expect(analyze(...words)).toMatchObject({ status: 0 })
    })
  },
)

describe('the command of trips.service', () => {
  it('has the options of npm start', () => {
    const program = '/opt/trips/src/tools/build/run.mjs server'
    expect(command).toBe(['/usr/bin/env node', ...startOptions(), program].join(' '))
  })

  it('starts the service with the settings of its directory, and SIGTERM stops it with 0', async () => {
    const directory = await emptyDirectory()
    onTestFinished(() => directory.remove())
    const settings = [`DATA_DIR=${join(directory.path, 'data')}`, 'PORT=0', 'SERVICE_NAME=Unit']
    await writeFile(join(directory.path, '.env'), `${settings.join('\n')}\n`)
    const [program = '', ...words] = command.replace('/opt/trips', repository).split(' ')
    const { PATH } = process.env
    const running = watched(
      spawn(program, words, {
        cwd: directory.path,
        env: { PATH, NODE_ENV: 'production', KITINERARY_EXTRACTOR: 'off' },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    const url = await listening(running)
    const page = await fetch(url, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<h1>Unit</h1>')
    expect(await stop(running)).toMatchObject({ code: 0 })
  })

  it('is not restarted after wrong settings, which exit with 2', () => {
    expect(unit).toMatch(/^RestartPreventExitStatus=2$/m)
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
    // STOP_DELAY, and 20 s for requests in progress.
    expect(Number(seconds)).toBeGreaterThan(20)
  })
})
