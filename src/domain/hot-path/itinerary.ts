/** Where others find the creator of a document. */
// until the merge
import type { OwnerColumns } from './itinerary-reads.ts'

/** The creator of a document, as a person. */
export const owner = (row: OwnerColumns) => ({
  id: row.ownerId,
  name: row.ownerName,
  email: row.ownerEmail,
  photoUrl: row.ownerPhotoUrl,
})
