/** The process: signals, also where one request to stop arrives as several. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onSignals } from '../../src/process/signals.ts'
import { emptyDirectory, listening, type RunningProcess, run, runNpm } from './process.ts'

let directory: Awaited<ReturnType<typeof emptyDirectory>>
const started: RunningProcess[] = []

beforeAll(async () => {
  directory = await emptyDirectory()
})
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await directory.remove()
})

async function start(how: typeof run, settings: Record<string, string>): Promise<RunningProcess> {
  const running = how(directory.path, { DATA_DIR: directory.path, ...settings })
  started.push(running)
  await listening(running)
  return running
}

/** Waits until the service has said so. */
const said = (running: RunningProcess, message: string) =>
  expect.poll(() => running.printed.stdout).toContain(`"msg":"${message}"`)

describe('17 The process: signals', () => {
  // npm ends as its child does: with its exit code, or by the signal that killed it.
  it.each([
    ['SIGINT', 1],
    ['SIGTERM', 1],
    ['SIGINT', 2],
    ['SIGTERM', 2],
  ] as const)(
    'npm start exits gracefully with 0 when its group gets %s, %d times',
    async (signal, times) => {
      const running = await start(runNpm, { STOP_DELAY: '300' })
      for (let time = 0; time < times; time += 1) {
        process.kill(-(running.child.pid as number), signal)
        await pause(50)
      }
      const { code, signal: killedBy, stdout } = await running.ended
      expect({ code, killedBy }).toEqual({ code: 0, killedBy: null })
      expect(stdout.match(/"msg":"(stopping|stopped)"/g)).toEqual([
        '"msg":"stopping"',
        '"msg":"stopped"',
      ])
    },
  )

  it('SIGTERM and SIGINT at once are one request to stop', async () => {
    const running = await start(run, { STOP_DELAY: '300' })
    running.child.kill('SIGTERM')
    running.child.kill('SIGINT')
    const { code, stdout } = await running.ended
    expect(code).toBe(0)
    expect(stdout).toContain('"msg":"stopped"')
  })

  it('a signal more than two seconds after the first cuts a long stop short', async () => {
    const running = await start(run, { STOP_DELAY: '30000' })
    running.child.kill('SIGTERM')
    await said(running, 'stopping')
    await pause(2100)
    running.child.kill('SIGINT')
    const { code, stdout } = await running.ended
    expect(code).toBe(1)
    expect(stdout).not.toContain('"msg":"stopped"')
  })

  it('all signals within two seconds of the first are the same request', () => {
    const heard: (() => void)[] = []
    const stops: unknown[] = []
    const ends: number[] = []
    onSignals(
      (signal) => stops.push(signal),
      { error() {} },
      {
        on: (signal, listener) => heard.push(() => listener(signal)),
        exit: (code) => ends.push(code),
      },
    )
    for (const hear of [...heard, ...heard]) hear()
    expect(heard).toHaveLength(2)
    expect({ stops, ends }).toEqual({ stops: ['SIGINT'], ends: [] })
  })
})
