/** The process: streams of events end at once when it stops. */
import { expect, it, onTestFinished } from 'vitest'
import { emptyDirectory, listening, run, stop } from '../../process/process.ts'
import { open } from './client.ts'

it('SIGTERM ends all streams, and the process stops in time with 0', async () => {
  const directory = await emptyDirectory()
  onTestFinished(() => directory.remove())
  const running = run(directory.path)
  onTestFinished(() => void running.child.kill('SIGKILL'))
  const base = await listening(running)
  const post = async (path: string, body: object) =>
    (
      await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json() as Promise<{ key: string }>
  const account = { username: 'ada@mail.example', password: 'correct horse' }
  await post('/v1/signup', account)
  const { key } = await post('/auth/login', { email: account.username, ...account })
  const streams = await Promise.all([1, 2, 3].map(() => open(base, `Token ${key}`)))
  for (const { status } of streams) expect(status).toBe(200)
  const begun = performance.now()
  const stopped = stop(running)
  await expect.poll(() => streams.some(({ isOpen }) => isOpen)).toBe(false)
  for (const { response } of streams) expect(response.complete).toBe(true)
  expect((await stopped).code).toBe(0)
  // With open streams it would wait for ten seconds.
  expect(performance.now() - begun).toBeLessThan(9_000)
  expect(running.printed.stdout).toContain('"reason":"stop"')
}, 60_000)
