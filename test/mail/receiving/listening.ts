/** Listeners on free ports, with nodemailer as their client. */
import { createTransport } from 'nodemailer'
import { createThrottle } from '../../../src/core/limits/throttle.ts'
import {
  type Listener,
  type ListenerOptions,
  startListener,
} from '../../../src/mail/receiving/listener.ts'
import { openLog } from '../../../src/process/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { app, db } from '../../world.ts'

const log = openLog(readConfig({}), { write: () => {} })
const open = new Set<Listener>()

/** Ends what `listen` has started. */
export async function closeListeners(): Promise<void> {
  for (const listener of open) await listener.close()
  open.clear()
}

/** A test has closed this one itself. */
export const forget = (listener: Listener) => void open.delete(listener)

export interface ListeningOptions extends Partial<ListenerOptions> {
  settings?: Record<string, string>
}

/** A listener on a free port; its intake is the application's unless a test gives another. */
export async function listen({ settings = {}, ...more }: ListeningOptions = {}): Promise<Listener> {
  const config = readConfig({ INBOUND_SMTP_PORT: '0', LIMIT_INBOUND_MAIL: '0', ...settings })
  const listener = await startListener({
    intake: app.intake,
    inbound: config.inbound,
    throttle: createThrottle({ db, limits: config.limits, clock: () => new Date() }),
    resolver: async () => [],
    log,
    ...more,
  })
  open.add(listener)
  return listener
}

export interface Answered {
  accepted: string[]
  rejected: string[]
  response: string
  /** LMTP refuses after the message, for each recipient. */
  rejectedErrors?: { responseCode: number }[]
}

/** The code of a refusal, however it was said; undefined where the message was taken. */
export const refusalOf = (answer: Answered | number): number | undefined =>
  typeof answer === 'number' ? answer : answer.rejectedErrors?.[0]?.responseCode

/** Sends a message; the answer, or the code of the refusal. `more` is for the transport. */
export async function send(
  { port }: Listener,
  to: string | string[],
  raw: Buffer,
  more: object = {},
): Promise<Answered | number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, ...more })
  const envelope = { from: 'booking@air.example', to }
  try {
    return (await transport.sendMail({ envelope, raw })) as unknown as Answered
  } catch (error) {
    return (error as { responseCode?: number }).responseCode ?? 0
  } finally {
    transport.close()
  }
}
