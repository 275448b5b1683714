/** Who prepares uploads (test/spec/14): images anybody, documents who may change the parent's. */
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { type UploadFields, uploadValidationErrors } from '../upload-fields.ts'
import { named, type Verdict } from './rules.ts'

/** The trip that a live parent of a document belongs to; 0, which no trip is, for any other. */
async function tripOf({ db }: Context, kind: string, id: number): Promise<number> {
  if (kind === 'trip') return id
  // `kind` is one of four words by now.
  const text = `select trip_id as id from ${kind} where id = $1 and deleted_at is null`
  const [row] = await db.query<{ id: number }>({ text, values: [id], isPrepared: true })
  return row?.id ?? 0
}

/**
 * In the order of the specification: the purpose, which decides whether credentials are needed;
 * these; the other fields; the right. An unknown parent is answered like one without the right.
 */
export const preparesUpload = named<{ input: UploadFields }>(
  'preparesUpload',
  async (context, { input }): Promise<Verdict> => {
    const { viewer } = context
    const isDocument = input.purpose?.trim() === 'document'
    if (viewer.kind === 'anonymous' && (isDocument || viewer.message)) return 'UNAUTHENTICATED'
    if (isDocument && viewer.kind !== 'user') return 'UNAUTHENTICATED'
    // What the transport could not read is missing here: its own validation errors say more.
    const fields = { ...uploadValidationErrors(input), ...context.validationErrors }
    if (Object.keys(fields).length > 0) return new Refusal('BAD_USER_INPUT', { fields })
    if (!isDocument) return 'OK'
    const tripId = await tripOf(context, input.parentType?.trim() ?? '', input.parentId ?? 0)
    const access = tripId > 0 ? await context.access(tripId) : null
    return access?.canSeeDocuments && access.canEditDocuments ? 'OK' : 'FORBIDDEN'
  },
)
