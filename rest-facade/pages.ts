/**
 * The pages behind the links of mails. A page shows on GET, which mail scanners and previews send
 * too and which therefore changes nothing, and acts on POST, through the same operations as REST.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './errors.ts'
import type { Run } from './execute.ts'
import { type Fields, formLimit, noFields, readForm } from './form.ts'
import { type Html, html, nothing, type Page, sendPage } from './html.ts'

/** What the pages need of the facade. */
interface Operations {
  /** The operation of that name; throws where there is none. */
  operation(name: string): Run
}

type Complaints = Partial<Record<string, string[]>>

interface Field {
  name: string
  label: string
  hint?: string
}

const passwordFields: Field[] = [
  { name: 'new_password1', label: 'New password', hint: 'At least 8 characters.' },
  { name: 'new_password2', label: 'New password, once more' },
]

/** One password field. No `maxlength`: browsers would cut a longer password without a word. */
function passwordField({ name, label, hint }: Field, complaint: string, isFirstWrong: boolean) {
  const notes = [complaint && `${name}-wrong`, hint && `${name}-hint`].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="${name}">${label}</label>
${complaint ? html`<p class="wrong" id="${name}-wrong">${complaint}</p>` : nothing}
<input id="${name}" name="${name}" type="password" autocomplete="new-password" minlength="8"
 required${notes ? html` aria-describedby="${notes}"` : nothing}${
   complaint ? html` aria-invalid="true"` : nothing
 }${isFirstWrong ? html` autofocus` : nothing}>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : nothing}
</div>`
}

/** The form; without an `action` it goes to the page's own address, which so never stands in it. */
function resetForm(complaints: Complaints = {}, notice: Html = nothing): Html {
  const wrong = passwordFields.find(({ name }) => complaints[name])
  const [first, second] = passwordFields.map((field) =>
    passwordField(field, complaints[field.name]?.join(' ') ?? '', field === wrong),
  )
  return html`${notice}
<form method="post">
${first ?? nothing}
${second ?? nothing}
<button type="submit">Save the password</button>
</form>`
}

const resetHeading = 'Choose a new password'
const resetPage: Page = { status: 200, heading: resetHeading, content: resetForm() }

const savedPage: Page = {
  status: 200,
  heading: 'Your new password is saved',
  content: html`<p>You can close this page and log in with it.</p>
<p>Every app that was logged in to your account has to log in again.</p>`,
}

const deadLinkPage: Page = {
  status: 400,
  heading: 'This link no longer works',
  content: html`<p>It is used up or has expired: a link works once, for 60 minutes, and only the
whole link does.</p>
<p>Ask for a new mail where you log in. If you have done so already, use the newest mail.</p>`,
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds === 1) return 'in a second'
  if (seconds < 60) return `in ${seconds} seconds`
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
}

/** A sentence for a status that is nobody's mistake in the form. */
function apology(status: number, headers: Record<string, string> = {}): string {
  const seconds = Number(headers['retry-after'])
  const later = seconds > 0 ? inWords(seconds) : 'in a while'
  if (status === 429) return `There were too many tries. Please try again ${later}.`
  if (status === 503) return `The service cannot answer at the moment. Please try again ${later}.`
  return 'Something went wrong on our side. Please try again in a while.'
}

/** What the answer of ConfirmPasswordReset looks like as a page. */
function resetOutcome({ status, body, headers }: Answer): Page {
  if (status === 200) return savedPage
  const heading = resetHeading
  if (status !== 400) {
    const notice = html`<p class="wrong" role="alert">${apology(status, headers)}</p>`
    return { status, heading, content: resetForm({}, notice), headers }
  }
  const complaints = body as Complaints
  if (complaints.uid || complaints.token) return deadLinkPage
  return { status, heading, content: resetForm(complaints) }
}

interface ResetLink {
  uid: string
  token: string
}

function addResetPage(scope: FastifyInstance, confirm: Run): void {
  const url = '/reset/:uid/:token'
  scope.get(url, (_request, reply) => sendPage(reply, resetPage))
  scope.post(url, async (request, reply) => {
    const { uid, token } = request.params as ResetLink
    const fields = (request.body as Fields | undefined) ?? noFields
    const body = {
      uid,
      token,
      new_password1: fields.get('new_password1'),
      new_password2: fields.get('new_password2'),
    }
    return sendPage(reply, resetOutcome(await confirm(request, body)))
  })
  refuseOtherMethods(scope, url)
}

function refuseOtherMethods(scope: FastifyInstance, url: string): void {
  const allow = 'GET, HEAD, POST, OPTIONS'
  scope.options(url, (_request, reply) => reply.code(204).header('allow', allow).send())
  // Before a body is read.
  const refuse = async (_request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply.header('allow', allow), problem(405, 'This page cannot do that.'))
  scope.route({ method: ['PUT', 'PATCH', 'DELETE'], url, onRequest: refuse, handler: refuse })
}

const problem = (status: number, sentence: string): Page => ({
  status,
  heading: 'That did not work',
  content: html`<p>${sentence}</p>`,
})

const sentences: Partial<Record<number, string>> = {
  413: 'That is more than this page takes. Please choose shorter passwords.',
  415: 'This page takes nothing but its own form.',
}

function onError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode: status = 500 } = error
  if (status < 500) {
    const sentence = sentences[status] ?? 'This page could not read the form. Please try again.'
    return sendPage(reply, problem(status, sentence))
  }
  request.log.error({ err: error }, 'request failed')
  return sendPage(reply, problem(500, apology(500)))
}

/**
 * The pages as a Fastify plugin. Not to be wrapped by fastify-plugin: forms are read and errors are
 * shown as pages in this scope alone. Throws at boot where an operation is missing.
 */
export function pages({ operation }: Operations) {
  const confirmPasswordReset = operation('ConfirmPasswordReset')
  return async (scope: FastifyInstance): Promise<void> => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: formLimit },
      readForm,
    )
    scope.setErrorHandler(onError)
    addResetPage(scope, confirmPasswordReset)
  }
}
