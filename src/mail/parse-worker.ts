/** The worker thread of parsing.ts. */
import { parentPort } from 'node:worker_threads'
import { parseMail, readMarkup } from './parse.ts'

/** Bytes are a message, a text is the JSON-LD that another program has read in one. */
parentPort?.on('message', async (question: Uint8Array | string) => {
  try {
    const answer =
      typeof question === 'string'
        ? { reading: await readMarkup(question) }
        : { parsed: await parseMail(question) }
    parentPort?.postMessage(answer)
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) })
  }
})
parentPort?.postMessage({ ready: true })
