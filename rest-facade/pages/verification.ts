/** The page that a verification mail links to (test/spec/07). */
import { type HtmlPage, html } from '../../src/surfaces/http/html.ts'
import type { RestAnswer } from '../errors.ts'
import { unavailable } from './refusals.ts'

const verifiedPage = ({ email = '' }: { email?: string }): HtmlPage => ({
  status: 200,
  heading: 'Your email address is verified',
  content: html`<p>Booking emails that you send from <strong>${email}</strong> will now be
added to your account.</p>
<p>You can close this page.</p>`,
})

const deadLink = {
  heading: 'This link does not work',
  content: html`<p>The email address was removed from the account, or the link is incomplete.</p>
<p>To get a new link, add the address to your account again in your app. If you already have, use
the link in the latest message.</p>`,
}

/** The page for any answer of VerifyAlternativeEmail, with the same status as JSON. */
export function verificationPage(answer: RestAnswer): HtmlPage {
  const { status, body, headers } = answer
  if (status === 200) return verifiedPage(body as { email?: string })
  if (status === 401 || status === 404) return { status, ...deadLink, headers }
  return unavailable(answer)
}
