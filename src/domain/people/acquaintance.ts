/** Who knows whom, in SQL (test/spec/06.2, 11.2): `reader` and `person` are ids of users. */
import { sharesTrip } from '../../permissions/access.ts'

/** SQL: the person is a confirmed favorite of the reader. */
export const isFavorite = (reader: string, person: string) => `exists (
  select from favorite f
  where f.user_id = ${reader} and f.favorite_user_id = ${person} and not f.pending)`

/** SQL: the person is a known guest of the reader: a confirmed favorite, or on a trip with them. */
export const isKnownGuest = (reader: string, person: string) =>
  `(${isFavorite(reader, person)} or ${sharesTrip(reader, person)})`
