/** Every question to a thread passes through `postMessage`: here one of the threads dies. */
import { Worker } from 'node:worker_threads'
import { planFor } from './calls.ts'

export const threadWays = ['dies before', 'dies after', 'slow'] as const

type Post = (this: Worker, ...args: unknown[]) => void

/** Watches all threads from now on; returns what ends it. */
export function watchThreads(): () => void {
  const prototype = Worker.prototype as unknown as { postMessage: Post }
  const real = prototype.postMessage
  prototype.postMessage = function (...args) {
    const plan = planFor('thread', 'question')
    if (plan?.way === 'dies before') return void this.terminate()
    if (plan?.way === 'slow') return void plan.pause().then(() => real.apply(this, args))
    if (plan) this.once('message', () => void this.terminate())
    real.apply(this, args)
  }
  return () => {
    prototype.postMessage = real
  }
}
