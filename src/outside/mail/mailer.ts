/** The interface by which the outbox worker sends mail; its drivers are smtp.ts and eml.ts. */

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
   * Sends one mail; resolves when the receiving side has accepted responsibility. Rejects on any
   * failure, and when `signal` aborts.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /**
   * Resolves if mail can be sent at all, else rejects with the reason. Distinguishes the refusal of
   * one mail, which backs off, from an outage, which affects all mails.
   */
  check(): Promise<void>
  close(): void
}
