/**
 * A mail server that goes wrong at one step of its conversations, as often as a test says. It asks
 * for a password, over TLS.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'

/** `TLS` is the handshake. */
const openingSteps = ['greeting', 'EHLO', 'STARTTLS', 'TLS', 'AUTH'] as const
export const sendingSteps = ['MAIL', 'RCPT', 'DATA', 'text', 'end'] as const
export const mailSteps = [...openingSteps, ...sendingSteps]
export type SmtpStep = (typeof mailSteps)[number]

/** TLS without certificates, which a test would have to make. */
const anonymous = { ciphers: 'ADH-AES128-GCM-SHA256:@SECLEVEL=0', maxVersion: 'TLSv1.2' } as const
const login = Buffer.from('\0trips\0secret').toString('base64')

const replies = {
  closing: '421 4.3.2 Going down',
  'refused for now': '451 4.3.0 Not now',
  refused: '554 5.7.1 Not here',
} as const

/** Ways of every step; `silent` never answers, `slow` answers late. */
export const stepWays = [...Object.keys(replies), 'cut', 'silent', 'slow'] as const
/** Ways of the end of a message that is kept all the same. */
export const keptWays = ['kept, then cut', 'kept, then silent'] as const

/** What goes wrong: that step in that way, in so many conversations or with one recipient. */
export interface MailFault {
  step: SmtpStep
  way: string
  times: number
  recipient?: string
}

export interface KeptMail {
  to: string
  raw: string
}

export interface FailingMailServer {
  url: string
  kept: KeptMail[]
  /** What has gone wrong since. */
  met: number
  /** Lets the next conversations go wrong. */
  fail(fault: MailFault): void
  /** Refuses connections and ends those that are open, until `back`. */
  away(): Promise<void>
  back(): Promise<void>
  close(): Promise<void>
}

interface Talk {
  socket: Socket
  /** How that step goes wrong now; undefined if it does not. */
  faultAt(step: SmtpStep, recipient: string): string | undefined
  keep(mail: KeptMail): void
}

/** How a step has ended: the conversation goes on, without what was refused, or is over. */
type StepEnd = 'done' | 'refused' | 'over'

async function answer(talk: Talk, step: SmtpStep, text: string, mail: KeptMail): Promise<StepEnd> {
  const { socket, keep } = talk
  const way = talk.faultAt(step, mail.to)
  const say = (line: string) => void socket.write(`${line}\r\n`)
  if (step === 'end' && (!way || way === 'slow' || way.startsWith('kept'))) keep({ ...mail })
  if (way === 'slow') await pause(100)
  if (!way || way === 'slow') {
    if (step !== 'text' && step !== 'TLS') say(text)
    return 'done'
  }
  if (way.endsWith('cut')) socket.destroy()
  else if (way.endsWith('silent')) await once(socket, 'close')
  else say(replies[way as keyof typeof replies])
  if (way === 'closing') socket.end()
  return way.startsWith('refused') ? 'refused' : 'over'
}

const linesOf = (socket: Socket) => {
  const lines = createInterface({ input: socket })
  socket.on('close', () => lines.close())
  return lines[Symbol.asyncIterator]()
}

/** The replies to commands that are welcome. */
const welcome = (line: string, isSafe: boolean): string => {
  if (line.startsWith('EHLO'))
    return `250-mail.example\r\n250 ${isSafe ? 'AUTH PLAIN' : 'STARTTLS'}`
  if (line.startsWith('STARTTLS')) return '220 Go on'
  if (line.startsWith('AUTH')) return line.endsWith(` ${login}`) ? '235 OK' : '535 5.7.8 Wrong'
  if (line.startsWith('DATA')) return '354 Go on'
  return line.startsWith('QUIT') ? '221 Bye' : '250 OK'
}

async function converse(talk: Talk): Promise<void> {
  const mail = { to: '', raw: '' }
  const step = (name: SmtpStep, text = '250 OK') => answer(talk, name, text, mail)
  let lines = linesOf(talk.socket)
  if ((await step('greeting', '220 mail.example')) !== 'done') return
  let isText = false
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value
    if (isText && line !== '.') {
      // The text has begun, and is not yet complete.
      if (mail.raw === '' && (await step('text')) === 'over') return
      mail.raw += `${line.replace(/^\./, '')}\r\n`
      continue
    }
    const [word = ''] = line.toUpperCase().split(/[ :]/)
    if (word === 'MAIL') Object.assign(mail, { to: '', raw: '' })
    if (word === 'RCPT') mail.to = /<(.*)>/.exec(line)?.[1] ?? ''
    const name: SmtpStep | undefined = isText ? 'end' : mailSteps.find((one) => one === word)
    const reply: string = isText ? '250 OK' : welcome(line, talk.socket instanceof TLSSocket)
    if (!name) talk.socket.write(`${reply}\r\n`)
    const end: StepEnd | undefined = name && (await step(name, reply))
    if (end === 'over') return
    isText = name === 'DATA' && end === 'done'
    if (name !== 'STARTTLS' || end !== 'done') continue
    // What the client now sends belongs to TLS.
    talk.socket.pause()
    if ((await step('TLS')) === 'over') return
    talk.socket = new TLSSocket(talk.socket, { isServer: true, ...anonymous, dhparam: 'auto' })
    talk.socket.on('error', () => {})
    lines = linesOf(talk.socket)
  }
}

/** Makes a client take such a TLS. */
const unchecked = new URLSearchParams({
  'tls.rejectUnauthorized': 'false',
  'tls.ciphers': anonymous.ciphers,
  'tls.maxVersion': anonymous.maxVersion,
})

/** Starts one on a free port, which is well. */
export async function startMailServer(): Promise<FailingMailServer> {
  const kept: KeptMail[] = []
  const sockets = new Set<Socket>()
  let planned: MailFault | undefined
  const faultAt = (step: SmtpStep, recipient: string) => {
    const isMet = planned?.step === step && (planned.recipient ?? recipient) === recipient
    if (!planned || !isMet || planned.times === 0) return undefined
    planned.times -= 1
    server.met += 1
    return planned.way
  }
  const listening = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    const keep = (mail: KeptMail) => void kept.push(mail)
    void converse({ socket, faultAt, keep })
  })
  const listen = async (port: number) => {
    listening.listen(port, '127.0.0.1')
    await once(listening, 'listening')
  }
  await listen(0)
  const { port } = listening.address() as AddressInfo
  const away = async () => {
    const closed = once(listening, 'close')
    listening.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const server: FailingMailServer = {
    ...{ url: `smtp://trips:secret@127.0.0.1:${port}?${unchecked}`, kept, met: 0 },
    fail(fault) {
      planned = { ...fault }
      server.met = 0
    },
    away,
    back: () => listen(port),
    close: away,
  }
  return server
}
