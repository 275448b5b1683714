/** What tests read of the mail the service sends: rows of `outgoing_mail`, nothing is delivered. */
import { db } from './world.ts'

export interface ReceivedMail {
  recipient: string
  subject: string
  text: string
  html: string
}

/** All mail to an address, newest first. */
export async function mailsTo(recipient: string): Promise<ReceivedMail[]> {
  return await db.query<ReceivedMail>({
    text: `select recipient, subject, text, html from outgoing_mail
      where recipient = $1 order by id desc`,
    values: [recipient],
  })
}

/** What the newest reset mail to the address holds for `POST /auth/password/reset/confirm/`. */
export async function resetValues(recipient: string): Promise<{ uid: string; token: string }> {
  const [mail] = await mailsTo(recipient)
  const uid = mail?.text.match(/^uid: (\S+)$/m)?.[1]
  const token = mail?.text.match(/^token: (\S+)$/m)?.[1]
  if (!uid || !token) throw new Error(`no uid and token in: ${mail?.text}`)
  return { uid, token }
}
