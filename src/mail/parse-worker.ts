/** The worker thread of parsing.ts. */
import { parentPort } from 'node:worker_threads'
import { parseMail } from './parse.ts'

parentPort?.on('message', async (bytes: Uint8Array) => {
  try {
    parentPort?.postMessage({ parsed: await parseMail(bytes) })
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) })
  }
})
parentPort?.postMessage({ ready: true })
