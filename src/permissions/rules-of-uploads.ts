/** Who prepares uploads (test/spec/14): images anybody, documents who may change the parent's. */
import { Refusal } from '../errors.ts'
import type { Read } from '../input/mutations.ts'
import { type UploadFields, uploadValidationErrors } from '../input/upload-fields.ts'
import type { ParentKind } from './parent-kinds.ts'
import { tripOf } from './parents.ts'
import { named, type Verdict } from './rules.ts'

/**
 * In the order of the specification: the purpose, which decides whether credentials are needed;
 * these; the other fields; the right. An unknown parent is answered like one without the right.
 */
export const preparesUpload = named<Read<UploadFields>>(
  'preparesUpload',
  async (context, { input, validationErrors }): Promise<Verdict> => {
    const { viewer } = context
    const isDocument = input.purpose?.trim() === 'document'
    if (viewer.kind === 'anonymous' && (isDocument || viewer.message)) return 'UNAUTHENTICATED'
    if (isDocument && viewer.kind !== 'user') return 'UNAUTHENTICATED'
    // What could not be read is missing here: its own validation errors say more.
    const fields = { ...uploadValidationErrors(input), ...validationErrors }
    if (Object.keys(fields).length > 0) return new Refusal('BAD_USER_INPUT', { fields })
    if (!isDocument) return 'OK'
    const kind = input.parentType?.trim() as ParentKind
    const tripId = await tripOf(context, { kind, id: input.parentId ?? 0 })
    const access = tripId === null ? null : await context.access(tripId)
    return access?.canEditDocuments ? 'OK' : 'FORBIDDEN'
  },
)
