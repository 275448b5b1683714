/** A mail server that goes wrong at one step of its conversations, as often as a test says. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

export const mailSteps = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'text', 'end'] as const
export type SmtpStep = (typeof mailSteps)[number]

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
    if (step !== 'text') say(text)
    return 'done'
  }
  if (way.endsWith('cut')) socket.destroy()
  else if (way.endsWith('silent')) await once(socket, 'close')
  else say(replies[way as keyof typeof replies])
  if (way === 'closing') socket.end()
  return way.startsWith('refused') ? 'refused' : 'over'
}

async function converse(talk: Talk): Promise<void> {
  const { socket } = talk
  const lines = createInterface({ input: socket })
  socket.on('close', () => lines.close())
  const mail = { to: '', raw: '' }
  const step = (name: SmtpStep, text = '250 OK') => answer(talk, name, text, mail)
  const read = lines[Symbol.asyncIterator]()
  if ((await step('greeting', '220 mail.example')) !== 'done') return
  let isText = false
  for await (const line of { [Symbol.asyncIterator]: () => read }) {
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
    if (!name) socket.write(word === 'QUIT' ? '221 Bye\r\n' : '250 OK\r\n')
    const end: StepEnd | undefined =
      name && (await step(name, name === 'DATA' ? '354 Go on' : undefined))
    if (end === 'over') return
    isText = name === 'DATA' && end === 'done'
  }
}

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
    ...{ url: `smtp://127.0.0.1:${port}`, kept, met: 0 },
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
