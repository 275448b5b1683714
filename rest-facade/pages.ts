/**
 * The pages behind links in mails. GET, which mail scanners and previews also send, only shows
 * whether the link works; POST acts. Both use the same operations as REST.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../src/base/errors.ts'
import { sendPage } from '../src/surfaces/http/html.ts'
import { restAnswerTo } from './errors.ts'
import type { Run } from './execute.ts'
import { maxFormBytes, readForm } from './form.ts'
import { addInvitationPage } from './pages/invitation.ts'
import { apology, problem } from './pages/refusals.ts'
import { addResetPage } from './pages/reset.ts'

/** What the pages need of the facade. */
interface Operations {
  /** The operation with that name, on a path with these parameters; throws for an unknown one. */
  operation(name: string, params?: readonly string[]): Run
}

const sentences: Partial<Record<number, string>> = {
  413: 'The form is too large.',
  415: 'This page only accepts its own form.',
}

function onError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refusal) {
    const { status, headers = {} } = restAnswerTo(error.message, error.extensions)
    return sendPage(reply.headers(headers), problem(status, apology(status, headers)))
  }
  const { statusCode: status = 500 } = error
  if (status < 500) {
    const sentence = sentences[status] ?? 'The form could not be read. Please try again.'
    return sendPage(reply, problem(status, sentence))
  }
  request.log.error({ err: error }, 'request failed')
  return sendPage(reply, problem(500, apology(500)))
}

/**
 * The pages as a Fastify plugin. Must not be wrapped by fastify-plugin: only this scope reads forms
 * and shows errors as pages. Throws at boot if an operation is missing.
 */
export function pages({ operation }: Operations) {
  const reset = {
    isValid: operation('ResetLink', ['uid', 'token']),
    confirm: operation('ConfirmPasswordReset'),
  }
  const invitation = {
    find: operation('MailedInvitation', ['token']),
    answer: operation('AnswerInvitation'),
  }
  return async (scope: FastifyInstance): Promise<void> => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: maxFormBytes },
      readForm,
    )
    scope.setErrorHandler(onError)
    addResetPage(scope, reset)
    addInvitationPage(scope, invitation)
  }
}
