/** The worker thread of parsing.ts. */
import { parentPort } from 'node:worker_threads'
import { splitCalendar } from './calendar/split.ts'
import { messageKeyOf } from './mime/message.ts'
import { QuickBlob } from './mime/quick-blob.ts'
import { parseMail, readMarkup } from './parse.ts'
import { type ParseRequest, type ParseResult, unread } from './parsing.ts'
import { airportOf } from './times/airports.ts'

Object.assign(globalThis, { Blob: QuickBlob })

// Preloads the table, which takes a second.
await airportOf('LIS')

async function answerTo(question: ParseRequest): Promise<ParseResult> {
  const isMessage = question instanceof Uint8Array
  try {
    if (isMessage) return await parseMail(question)
    return typeof question === 'string'
      ? await readMarkup(question)
      : splitCalendar(question.calendar)
  } catch {
    return isMessage ? unread(messageKeyOf(undefined, question)) : undefined
  }
}

parentPort?.on('message', async (question) => parentPort?.postMessage(await answerTo(question)))
parentPort?.postMessage('ready')
