/** The page that an invitation mail links to: `/invitation/{token}` (test/spec/17-invitations). */
import type { FastifyInstance } from 'fastify'
import { type Html, type HtmlPage, html, sendPage } from '../../src/surfaces/http/html.ts'
import type { RestAnswer } from '../errors.ts'
import type { Run } from '../execute.ts'
import { type FormFields, noFields } from '../form.ts'
import { apology, refuseMethods, unavailable } from './refusals.ts'

/** The answer of the operation MailedInvitation; both may be empty. */
interface Invitation {
  tripName: string
  inviterName: string
}

/** Names are typed by people, and must not change the order or look of the text around them. */
const name = (text: string) => html`<strong><bdi>${text}</bdi></strong>`

/** Shows what the mail says, and no more of the trip. */
function invited({ tripName, inviterName }: Invitation): Html {
  const inviter = inviterName.trim() ? name(inviterName) : html`Someone`
  const trip = tripName.trim() ? html`the trip ${name(tripName)}` : html`a trip`
  return html`<p>${inviter} invited you to ${trip}.</p>`
}

function answerForm(notice: Html): Html {
  return html`${notice}
<form method="post">
<button type="submit" name="answer" value="accept">Accept</button>
<button class="second" type="submit" name="answer" value="decline">Decline</button>
</form>`
}

const heading = 'You are invited to a trip'

/** The answer of MailedInvitation as a page. */
function invitationPage(answer: RestAnswer): HtmlPage {
  const { status, body } = answer
  if (status === 404) return deadLinkPage
  if (status !== 200) return unavailable(answer)
  return { status, heading, content: answerForm(invited(body as Invitation)) }
}

const joinedPage: HtmlPage = {
  status: 200,
  heading: 'You have joined the trip',
  content: html`<p>You will find the trip in your app. You can close this page.</p>`,
}

const declinedPage: HtmlPage = {
  status: 200,
  heading: 'You have declined the invitation',
  content: html`<p>You can close this page.</p>`,
}

const deadLinkPage: HtmlPage = {
  status: 400,
  heading: 'This link no longer works',
  content: html`<p>The invitation has already been answered or was withdrawn, or the link is
incomplete.</p>
<p>If you want to join the trip, ask the person who invited you for a new invitation.</p>`,
}

const wrong = (sentence: string) => html`<p class="wrong" role="alert">${sentence}</p>`

/** The answer of AnswerInvitation as a page. */
function outcome({ status, body, headers }: RestAnswer, accept: boolean | undefined): HtmlPage {
  if (status === 200) return accept ? joinedPage : declinedPage
  if (status !== 400) {
    return { status, heading, content: answerForm(wrong(apology(status, headers))), headers }
  }
  if ((body as { token?: string[] }).token) return deadLinkPage
  return { status, heading, content: answerForm(wrong('Please choose Accept or Decline.')) }
}

const answers = new Map<string | undefined, boolean>([
  ['accept', true],
  ['decline', false],
])

/** The page of the operations MailedInvitation and AnswerInvitation. */
export function addInvitationPage(
  scope: FastifyInstance,
  { find, answer }: { find: Run; answer: Run },
): void {
  const url = '/invitation/:token'
  scope.get(url, async (request, reply) => sendPage(reply, invitationPage(await find(request))))
  scope.post(url, async (request, reply) => {
    const { token } = request.params as { token: string }
    const fields = (request.body as FormFields | undefined) ?? noFields
    const accept = answers.get(fields.get('answer'))
    return sendPage(reply, outcome(await answer(request, { token, accept }), accept))
  })
  refuseMethods(scope, url)
}
