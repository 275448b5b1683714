/** The worker thread of cleaner.ts. */
import { parentPort } from 'node:worker_threads'
import type { Unsafe } from './cleaner.ts'
import { safeHtml, textAsHtml } from './policy.ts'

function cleaned({ html, text, images }: Unsafe): string {
  try {
    return html === '' ? textAsHtml(text) : safeHtml(html, images)
  } catch {
    return textAsHtml(text)
  }
}

parentPort?.on('message', (mail: Unsafe) => parentPort?.postMessage(cleaned(mail)))
parentPort?.postMessage('ready')
