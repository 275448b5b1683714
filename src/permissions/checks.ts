/**
 * What is judged of the arguments between two rules of a line, where the specification has it come
 * before the right. All other validation comes after the table (../input/mutations.ts).
 */
import type { Context } from '../context.ts'
import { Refusal, type ValidationErrors } from '../errors.ts'
import type { Read } from '../input/mutations.ts'
import { type UploadFields, uploadValidationErrors } from '../input/upload-fields.ts'
import { type InTripArgs, itemsNamed } from './parents.ts'
import { named } from './rules.ts'

/** A step of the table about what was sent, not about who may; it answers what is wrong with it. */
function checked<Args>(
  name: string,
  errorsOf: (args: Args, context: Context) => ValidationErrors | undefined,
) {
  return named<Args>(name, async (context, args) => {
    const fields = errorsOf(args, context)
    return fields === undefined ? 'OK' : new Refusal('BAD_USER_INPUT', { fields })
  })
}

/** Beside the trip, one item is named at most (test/spec/17-documents). */
export const oneItemAtMost = checked<InTripArgs>('oneItemAtMost', (args) => {
  const message = 'Send at most one of activityId, hostingId and transportationId.'
  return itemsNamed(args).length > 1 ? { nonFieldErrors: [message] } : undefined
})

/** An operator, who has no rights of their own, names the account to act for. */
export const accountNamed = checked<{ as?: string }>('accountNamed', ({ as }, { viewer }) =>
  viewer.kind === 'operator' && as === undefined ? { as: ['This field is required.'] } : undefined,
)

/** All fields of an upload (test/spec/14). */
export const uploadFields = checked<Read<UploadFields>>(
  'uploadFields',
  ({ input, validationErrors }) => {
    // What could not be read is missing here: its own validation errors say more.
    const fields = { ...uploadValidationErrors(input), ...validationErrors }
    return Object.keys(fields).length > 0 ? fields : undefined
  },
)
