/** The worker thread of parsing.ts. */
import { parentPort } from 'node:worker_threads'
import { messageKeyOf } from './mime/message.ts'
import { QuickBlob } from './mime/quick-blob.ts'
import { parseMail, readMarkup } from './parse.ts'
import { type Answer, type Question, unread } from './parsing.ts'
import { airportOf } from './times/airports.ts'

Object.assign(globalThis, { Blob: QuickBlob })

// The table is read with the first question: a second that no message has to give.
await airportOf('LIS')

async function answerTo(question: Question): Promise<Answer> {
  try {
    return await (typeof question === 'string' ? readMarkup(question) : parseMail(question))
  } catch {
    return typeof question === 'string' ? undefined : unread(messageKeyOf(undefined, question))
  }
}

parentPort?.on('message', async (question) => parentPort?.postMessage(await answerTo(question)))
parentPort?.postMessage('ready')
