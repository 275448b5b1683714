/** Who prepares uploads (test/spec/14): images anybody, documents who may change the parent's. */
import { Refusal } from '../errors.ts'
import { type UploadFields, uploadValidationErrors } from '../input/upload-fields.ts'
import type { ParentKind } from './parent-kinds.ts'
import { namedHeld, type Verdict } from './rules.ts'
import { changesThoseOf } from './rules-of-documents.ts'

type Args = { input: UploadFields }

const isDocument = ({ input }: Args) => input.purpose?.trim() === 'document'

/**
 * In the order of the specification: the purpose, which decides whether credentials are needed;
 * these; the other fields; the right. An unknown parent is answered like one without the right. Of
 * images nothing is read.
 */
export const preparesUpload = namedHeld<Args>(
  'preparesUpload',
  async (context, args): Promise<Verdict> => {
    const { viewer } = context
    const { input } = args
    if (viewer.kind === 'anonymous' && viewer.message) return 'UNAUTHENTICATED'
    if (isDocument(args) && viewer.kind !== 'user') return 'UNAUTHENTICATED'
    // What the transport could not read is missing here: its own validation errors say more.
    const fields = { ...uploadValidationErrors(input), ...context.validationErrors }
    if (Object.keys(fields).length > 0) return new Refusal('BAD_USER_INPUT', { fields })
    if (!isDocument(args)) return 'OK'
    const parent = { kind: input.parentType?.trim() as ParentKind, id: input.parentId ?? 0 }
    return (await changesThoseOf(context, parent)) ? 'OK' : 'FORBIDDEN'
  },
  isDocument,
)
