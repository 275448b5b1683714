/**
 * Who prepares uploads (test/spec/14): of images, anybody; of documents, editors of the parent's.
 */
import type { CheckedInput } from '../input/mutations.ts'
import type { UploadFields } from '../input/upload-fields.ts'
import type { ParentKind } from '../parent-kinds.ts'
import { named, namedHeld } from './rule.ts'
import { holdAccess, mayEditDocumentsOf } from './rules-of-documents.ts'

type Args = CheckedInput<UploadFields>

const isOfDocument = ({ input }: Args) => input.purpose === 'document'

/** Images need no credentials, but wrong ones are always refused. */
export const asksForUpload = named<Args>('asksForUpload', async ({ viewer }, args) => {
  if (isOfDocument(args)) return viewer.kind === 'user' ? 'OK' : 'UNAUTHENTICATED'
  return viewer.kind === 'anonymous' && viewer.message ? 'UNAUTHENTICATED' : 'OK'
})

/** An unknown parent is answered like one without the right. Images read nothing. */
export const preparesUpload = namedHeld<Args>(
  'preparesUpload',
  async (context, args) => {
    if (!isOfDocument(args)) return 'OK'
    const { parentType, parentId } = args.input
    const parent = { kind: parentType as ParentKind, id: parentId ?? 0 }
    await holdAccess(context, parent)
    return (await mayEditDocumentsOf(context, parent)) ? 'OK' : 'FORBIDDEN'
  },
  isOfDocument,
)
