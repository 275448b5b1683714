/** Starts worker threads, from the sources as from the built program. */
import { Worker, type WorkerOptions } from 'node:worker_threads'

/** The modules that run in threads of their own, in src/. */
export const threads = {
  'parse-worker': 'mail/parse-worker.ts',
  'prove-worker': 'mail/prove-worker.ts',
  clean: 'outside/html/clean.ts',
} as const

const isBuilt = import.meta.url.endsWith('.js')

/**
 * A thread that runs the module. Node's threads do not inherit the TypeScript loader, so the one
 * that the sources need is loaded first; the built program has plain JavaScript beside it.
 */
export function startThread(name: keyof typeof threads, options: WorkerOptions): Worker {
  if (isBuilt) return new Worker(new URL(`${name}.js`, import.meta.url), options)
  const argv = [new URL(threads[name], import.meta.url).href]
  return new Worker(new URL('loaded-thread.mjs', import.meta.url), { ...options, argv })
}
