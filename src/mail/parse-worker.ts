/** The worker thread of parsing.ts. */
import { parentPort } from 'node:worker_threads'
import { airportOf } from './airports.ts'
import { messageKeyOf } from './message.ts'
import { parseMail, readMarkup } from './parse.ts'
import { unread } from './parsing.ts'
import { QuickBlob } from './quick-blob.ts'

Object.assign(globalThis, { Blob: QuickBlob })

// The table is read with the first question: a second that no message has to give.
await airportOf('LIS')

const unreadable = (bytes: Uint8Array) => ({ parsed: unread(messageKeyOf(undefined, bytes)) })

/** Bytes are a message, a text is the JSON-LD that another program has read in one. */
parentPort?.on('message', async (question: Uint8Array | string) => {
  try {
    const answer =
      typeof question === 'string'
        ? { reading: await readMarkup(question) }
        : { parsed: await parseMail(question) }
    parentPort?.postMessage(answer)
  } catch {
    parentPort?.postMessage(typeof question === 'string' ? {} : unreadable(question))
  }
})
parentPort?.postMessage({ ready: true })
