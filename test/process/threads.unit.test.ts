/** Worker threads with limits: what is kept, thrown away, and refused (F2). */
import { setTimeout as pause } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { LimitedThreads, type ThreadLimits } from '../../src/process/threads.ts'

interface Mail {
  html: string
  text: string
  images: object
}

const started: Worker[] = []
const onWorker = (worker: Worker) => void started.push(worker)
process.on('worker', onWorker)
const open: LimitedThreads<Mail, string>[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((threads) => threads.close()))
  started.length = 0
})

function threadsWith(limits: Partial<ThreadLimits> = {}) {
  const threads = new LimitedThreads<Mail, string>('clean', { max: 1, maxHeap: 192, ...limits })
  open.push(threads)
  return threads
}

const nothing = new Int32Array(new SharedArrayBuffer(4))
const holdUp = (ms: number) => Atomics.wait(nothing, 0, 0, ms)
const mail = (html: string): Mail => ({ html, text: '', images: {} })
const slow = mail('<p style="color:red;border:1px solid red">x</p>'.repeat(20_000))
const maxTime = 30_000
const refused = { extensions: { code: 'SERVICE_UNAVAILABLE' } }

describe('threads with limits', () => {
  it('one thread answers one question after the other', async () => {
    const threads = threadsWith()
    const all = ['a', 'b', 'c'].map((word) => threads.ask(mail(`<i>${word}`), { maxTime }))
    expect(await Promise.all(all)).toEqual(['<i>a</i>', '<i>b</i>', '<i>c</i>'])
    expect(started).toHaveLength(1)
  })

  it('several answer at once, and are reused', async () => {
    const threads = threadsWith({ max: 2 })
    for (const _ of ['once', 'and again']) {
      await Promise.all([1, 2, 3, 4].map(() => threads.ask(mail('<b>x'), { maxTime })))
    }
    expect(started).toHaveLength(2)
  })

  it('one that is used once ends with its answer', async () => {
    const threads = threadsWith({ isUsedOnce: true })
    for (const _ of ['first', 'second']) await threads.ask(mail('<b>x'), { maxTime })
    expect(started).toHaveLength(2)
    await expect.poll(() => started.map(({ threadId }) => threadId)).toEqual([-1, -1])
  })

  it('a question that takes too long ends its thread; the next one gets a new one', async () => {
    const reasons: unknown[] = []
    const threads = threadsWith({ onBroken: (why) => reasons.push(why) })
    expect(await threads.ask(slow, { maxTime: 1 })).toBeUndefined()
    expect(await threads.ask(mail('<b>x'), { maxTime })).toBe('<b>x</b>')
    expect(reasons).toEqual([new Error('timed out')])
    expect(started).toHaveLength(2)
    await expect.poll(() => started[0]?.threadId).toBe(-1)
  })

  it('a thread that runs out of memory ends alone', async () => {
    const reasons: { code?: string }[] = []
    const onBroken = (why: unknown) => void reasons.push(why as { code?: string })
    const threads = threadsWith({ maxHeap: 24, onBroken })
    const large = { ...mail('<b>x'), images: Array.from({ length: 1_000_000 }, (_, at) => [at]) }
    expect(await threads.ask(large, { maxTime })).toBeUndefined()
    expect(await threads.ask(mail('<b>x'), { maxTime })).toBe('<b>x</b>')
    expect(reasons).toMatchObject([{ code: 'ERR_WORKER_OUT_OF_MEMORY' }])
  })

  it('a thread that does not start in time is ended', async () => {
    const reasons: unknown[] = []
    const threads = threadsWith({ maxStart: 1, onBroken: (why) => reasons.push(why) })
    expect(await threads.ask(mail('<b>x'), { maxTime })).toBeUndefined()
    expect(reasons).toEqual([new Error('timed out')])
  })

  it('a thread that ends right after its answer gets no further question', async () => {
    const threads = threadsWith()
    await threads.ask(mail('<b>x'), { maxTime })
    const [thread] = started
    const answered = threads.ask(slow, { maxTime })
    // Both come to a process that is busy: the answer first, and the end with it.
    await pause(20)
    holdUp(1_500)
    void thread?.terminate()
    holdUp(200)
    await answered
    await expect.poll(() => thread?.threadId).toBe(-1)
    expect(await threads.ask(mail('<b>y'), { maxTime })).toBe('<b>y</b>')
    expect(started).toHaveLength(2)
  })

  it('closing answers running questions, refuses waiting ones, and ends the thread', async () => {
    const threads = threadsWith()
    const first = threads.ask(mail('<b>x'), { maxTime })
    const second = threads.ask(mail('<b>y'), { maxTime })
    await expect.poll(() => started).toHaveLength(1)
    const closed = threads.close()
    await expect(second).rejects.toMatchObject(refused)
    expect(await first).toBe('<b>x</b>')
    await closed
    await expect(threads.ask(mail('<b>z'), { maxTime })).rejects.toMatchObject(refused)
    expect(started.length).toBe(1)
    await expect.poll(() => started[0]?.threadId).toBe(-1)
  })

  it('questions beyond the queue are refused', async () => {
    const threads = threadsWith({ maxWaiting: 1 })
    const all = ['a', 'b', 'c'].map((word) => threads.ask(mail(word), { maxTime }))
    await expect(all[2]).rejects.toMatchObject(refused)
    expect(await Promise.all(all.slice(0, 2))).toEqual(['a', 'b'])
  })
})
