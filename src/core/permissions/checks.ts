/**
 * Steps of a line that validate arguments before the right, or before all other validation, as the
 * specification demands. Other validation follows the table (../input/mutations.ts).
 */

import { Refusal, type ValidationErrors } from '../../base/errors.ts'
import type { DocumentInput } from '../../generated/types.ts'
import type { Context } from '../context.ts'
import type { CheckedInput } from '../input/mutations.ts'
import { type UploadFields, uploadValidationErrors } from '../input/upload-fields.ts'
import { required } from '../input/values.ts'
import { isPageUrl } from '../input/web-urls.ts'
import { itemKeys } from '../parent-kinds.ts'
import { ownChoices } from '../rights.ts'
import { type InTripArgs, itemsNamed } from './parents.ts'
import { named } from './rule.ts'

/** A step that validates what was sent, not who sent it. */
function checked<Args>(
  name: string,
  errorsOf: (args: Args, context: Context) => Promise<ValidationErrors | false>,
) {
  return named<Args>(name, async (context, args) => {
    const fields = await errorsOf(args, context)
    return fields ? new Refusal('BAD_USER_INPUT', { fields }) : 'OK'
  })
}

const allOf = new Intl.ListFormat('en-GB')

/** Beside the trip, at most one item may be named (test/spec/17-documents). */
export const oneItemAtMost = checked<InTripArgs>('oneItemAtMost', async (args) => {
  const message = `Send at most one of ${allOf.format(Object.keys(itemKeys))}.`
  return itemsNamed(args).length > 1 && { nonFieldErrors: [message] }
})

/** An operator has no rights, and must name the account to act for. */
export const accountNamed = checked<{ as?: string }>('accountNamed', async ({ as }, { viewer }) => {
  const isMissing = viewer.kind === 'operator' && as === undefined
  return isMissing && { as: [required] }
})

/** The names of the fields sent, including those whose values could not be read. */
export const sentIn = ({ input, validationErrors }: CheckedInput) =>
  Object.keys({ ...input, ...validationErrors })

/** Whether exactly one of a member's own choices was sent, and nothing else. */
export const isOwnChoice = (sent: readonly string[]) =>
  sent.length === 1 && ownChoices.some(({ name }) => name === sent[0])

/**
 * At least one permission is sent; by owners for themselves, exactly one choice (test/spec/11.4).
 */
export const permissionsSent = checked<CheckedInput & { tripId: number; userId: number }>(
  'permissionsSent',
  async (args, context) => {
    const sent = sentIn(args)
    if (sent.length === 0) return { nonFieldErrors: ['At least one permission is required.'] }
    const { viewer } = context
    const isSelf = viewer.kind === 'user' && viewer.user.id === args.userId
    if (!isSelf || isOwnChoice(sent) || !(await context.access(args.tripId))?.isOwner) return false
    return { nonFieldErrors: ['Send exactly one of is_travelling, receive_notifications.'] }
  },
)

/** A link needs the URL of a page, a file its upload's receipt (test/spec/13-documents-attach). */
export const linkOrReceipt = checked<CheckedInput<DocumentInput>>(
  'linkOrReceipt',
  async ({ input: { url = '', fileType = 'url', uploadToken }, validationErrors = {} }) => {
    if (validationErrors.fileType) return false
    const found =
      fileType === 'url'
        ? !isPageUrl(url) && { url: ['Enter a valid URL.'] }
        : !uploadToken && { uploadToken: [required] }
    return found && { ...found, ...validationErrors }
  },
)

/** Checks all fields of an upload (test/spec/14). */
export const uploadFields = checked<CheckedInput<UploadFields>>(
  'uploadFields',
  async ({ input, validationErrors }) => {
    // Unreadable fields look missing here; their own validation errors are more precise.
    const fields = { ...uploadValidationErrors(input), ...validationErrors }
    return Object.keys(fields).length > 0 && fields
  },
)
