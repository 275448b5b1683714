/** The page that the password reset mail links to: `/reset/{uid}/{token}` (test/spec/10). */
import type { FastifyInstance } from 'fastify'
import { type Html, type HtmlPage, html, nothing, sendPage } from '../../src/surfaces/http/html.ts'
import type { RestAnswer } from '../errors.ts'
import type { Run } from '../execute.ts'
import { type FormFields, noFields } from '../form.ts'
import { apology, refuseMethods, unavailable } from './refusals.ts'

type ValidationErrors = Partial<Record<string, string[]>>

interface Field {
  name: string
  label: string
  hint?: string
}

const passwordFields: Field[] = [
  { name: 'new_password1', label: 'New password', hint: 'At least 8 characters.' },
  { name: 'new_password2', label: 'Confirm new password' },
]

/** A password field. Without `maxlength`, because browsers would silently cut a longer password. */
function passwordField(
  { name, label, hint }: Field,
  validationError: string,
  isFirstWrong: boolean,
) {
  const notes = [validationError && `${name}-wrong`, hint && `${name}-hint`]
    .filter(Boolean)
    .join(' ')
  return html`<div class="field">
<label for="${name}">${label}</label>
${validationError ? html`<p class="wrong" id="${name}-wrong">${validationError}</p>` : nothing}
<input id="${name}" name="${name}" type="password" autocomplete="new-password" minlength="8"
 required${notes ? html` aria-describedby="${notes}"` : nothing}${
   validationError ? html` aria-invalid="true"` : nothing
 }${isFirstWrong ? html` autofocus` : nothing}>
${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : nothing}
</div>`
}

/**
 * The form. Without an `action` it is sent to the page's URL, which therefore never appears in it.
 */
function resetForm(validationErrors: ValidationErrors = {}, notice: Html = nothing): Html {
  const wrong = passwordFields.find(({ name }) => validationErrors[name])
  const [first, second] = passwordFields.map((field) =>
    passwordField(field, validationErrors[field.name]?.join(' ') ?? '', field === wrong),
  )
  return html`${notice}
<form method="post">
${first ?? nothing}
${second ?? nothing}
<button type="submit">Save password</button>
</form>`
}

const resetHeading = 'Choose a new password'
const resetPage: HtmlPage = { status: 200, heading: resetHeading, content: resetForm() }

const savedPage: HtmlPage = {
  status: 200,
  heading: 'Your password has been changed',
  content: html`<p>You can close this page and log in with the new password.</p>
<p>For your security, you have been logged out everywhere.</p>`,
}

const deadLinkPage: HtmlPage = {
  status: 400,
  heading: 'This link no longer works',
  content: html`<p>It has already been used, is older than 60 minutes, or is incomplete.</p>
<p>To get a new link, request a password reset again in your app. If you already have, use the
link in the latest message.</p>`,
}

/** The answer of ConfirmPasswordReset as a page. */
function resetOutcome({ status, body, headers }: RestAnswer): HtmlPage {
  if (status === 200) return savedPage
  const heading = resetHeading
  if (status !== 400) {
    const notice = html`<p class="wrong" role="alert">${apology(status, headers)}</p>`
    return { status, heading, content: resetForm({}, notice), headers }
  }
  const validationErrors = body as ValidationErrors
  if (validationErrors.uid || validationErrors.token) return deadLinkPage
  return { status, heading, content: resetForm(validationErrors) }
}

/** The answer of ResetLink as a page. */
function linkOutcome(answer: RestAnswer): HtmlPage {
  if (answer.status !== 200) return unavailable(answer)
  return answer.body === true ? resetPage : deadLinkPage
}

interface ResetLink {
  uid: string
  token: string
}

/** The page of the operations ResetLink and ConfirmPasswordReset. */
export function addResetPage(
  scope: FastifyInstance,
  { isValid, confirm }: { isValid: Run; confirm: Run },
): void {
  const url = '/reset/:uid/:token'
  scope.get(url, async (request, reply) => sendPage(reply, linkOutcome(await isValid(request))))
  scope.post(url, async (request, reply) => {
    const { uid, token } = request.params as ResetLink
    const fields = (request.body as FormFields | undefined) ?? noFields
    const body = {
      uid,
      token,
      new_password1: fields.get('new_password1'),
      new_password2: fields.get('new_password2'),
    }
    return sendPage(reply, resetOutcome(await confirm(request, body)))
  })
  refuseMethods(scope, url)
}
