/** What the outbox worker asks of a way to send mail; its drivers are smtp.ts and eml.ts. */

/** One row of outgoing_mail. */
export interface Mail {
  id: number
  /** One bare address. */
  recipient: string
  subject: string
  text: string
  /** Empty: a text-only mail. */
  html: string
  createdAt: Date
}

export interface Mailer {
  /**
   * Hands over one mail; resolves when the other side has taken responsibility for it. Rejects with
   * whatever went wrong, also when `signal` aborts.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /**
   * Resolves if mail can be handed over at all, rejects with the reason if not. It tells a mail
   * that is refused, which has to wait longer each time, from an outage, which ends for all at
   * once.
   */
  check(): Promise<void>
  close(): void
}
