/** Bodies of `POST /v1/storage/uploads`. */
import { as, type ClientCaller } from '../client.ts'

export const path = '/v1/storage/uploads'

/** A valid body for a document of this parent. */
export const documentOf = (parent_id: number | string, parent_type = 'trip') => ({
  purpose: 'document',
  filename: 'Voucher.pdf',
  content_type: 'application/pdf',
  content_length: 58213,
  parent_type,
  parent_id,
})

export const photo = {
  purpose: 'profile_photo',
  filename: 'me.JPG',
  content_type: 'image/jpeg',
}
export const cover = { ...photo, purpose: 'trip_cover' }

export const prepare = (who: ClientCaller, body: unknown, headers?: Record<string, string>) =>
  as(who).post(path, body, headers)
