/** The replies of the listener other than 250 (test/mail/receiving). */
import { Refusal } from '../../base/errors.ts'
import type { Log } from '../../base/log.ts'
import { mailArrived } from '../../base/telemetry.ts'

/** An SMTP reply; the server sends its code and message. */
export class SmtpAnswer extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

export const smtpAnswers = {
  unknownRecipient: new SmtpAnswer(550, '5.1.1 No such recipient'),
  // The same sentence for every unknown sender, so that it does not reveal which addresses exist.
  unknownSender: new SmtpAnswer(
    550,
    '5.7.1 Sender not verified by DKIM as an address of an account; ' +
      'send the message to the secret address in your profile instead',
  ),
  tooLarge: new SmtpAnswer(552, '5.3.4 Message too large'),
  later: new SmtpAnswer(451, '4.3.0 Temporary failure, try again later'),
  full: new SmtpAnswer(452, '4.3.1 Insufficient storage, try again later'),
  tooMany: new SmtpAnswer(421, '4.7.0 Too many connections or unknown recipients, try again later'),
  tooSlow: new SmtpAnswer(421, '4.4.2 Transfer too slow, try again later'),
  throttled: new SmtpAnswer(451, '4.7.1 Too many messages, try again later'),
  closing: new SmtpAnswer(421, '4.3.2 Service shutting down, try again later'),
} as const

const names = new Map<unknown, string>(
  Object.entries(smtpAnswers).map(([name, one]) => [one, name]),
)

/** Reports a refused message or command to metrics; returns `answer` unchanged. */
export function refusedWith<Answer>(answer: Answer): Answer {
  const reason = names.get(answer)
  if (reason !== undefined) mailArrived.publish({ outcome: 'refused', reason })
  return answer
}

/** The reply for an error: permanent for unknown recipients and senders, else temporary. */
export function smtpAnswerTo(error: unknown, log: Pick<Log, 'error' | 'warn'>): SmtpAnswer {
  if (error instanceof SmtpAnswer) return error
  if (!(error instanceof Refusal)) {
    log.error({ err: error }, 'email could not be received')
    return smtpAnswers.later
  }
  if (error.code === 'NOT_FOUND') return smtpAnswers.unknownRecipient
  if (error.code === 'THROTTLED') return smtpAnswers.throttled
  log.warn({ err: error.cause ?? error }, 'email temporarily refused')
  return error.code === 'INSUFFICIENT_STORAGE' ? smtpAnswers.full : smtpAnswers.later
}
