/** A client of `/changes/events`, over a real connection; it needs no world. */
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { onTestFinished } from 'vitest'

export interface News {
  trips: number[]
  account: boolean
}

/** All events in a text, merged. */
export function newsIn(text: string): News {
  const found = { trips: new Set<number>(), account: false }
  for (const block of text.split('\n\n').filter((one) => one.startsWith('event:'))) {
    const [, json = ''] = /^event: changed\ndata: (.*)$/.exec(block) ?? []
    const data = JSON.parse(json) as { trips?: number[]; account?: true }
    for (const id of data.trips ?? []) found.trips.add(id)
    found.account ||= data.account === true
  }
  return { trips: [...found.trips].sort((a, b) => a - b), account: found.account }
}

export interface Stream {
  status: number
  headers: IncomingHttpHeaders
  /** All that was received. */
  text: string
  isOpen: boolean
  response: IncomingMessage
  close(): void
}

interface Asking {
  method?: string
  headers?: Record<string, string>
}

/** Asks for a stream with that header `Authorization`; resolves with its first bytes. */
export function open(
  base: string,
  authorization: string | undefined,
  { method = 'GET', headers = {} }: Asking = {},
): Promise<Stream> {
  const sent = { ...headers, ...(authorization !== undefined && { authorization }) }
  return new Promise((resolve, reject) => {
    const request = http.request(`${base}/changes/events`, { agent: false, method, headers: sent })
    request.on('error', reject).end()
    request.once('response', (response) => {
      const { statusCode: status = 0, headers } = response
      const close = () => void request.destroy()
      const stream = { status, headers, text: '', isOpen: true, response, close }
      response.setEncoding('utf8').on('data', (piece) => {
        stream.text += piece
        resolve(stream)
      })
      response.on('error', () => {})
      response.once('close', () => {
        stream.isOpen = false
        resolve(stream)
      })
    })
    onTestFinished(() => void request.destroy())
  })
}
