/** Documents and emails in the world of one reader (test/spec/04, 05, 07; target Z6). */
import type { TripPlace } from './principals.ts'
import {
  type Fact,
  fact,
  idOf,
  moment,
  type TwinScene,
  type TwinValues,
  tripOwners,
  trips,
  wordsFor,
} from './twin-rows.ts'

type Words = ReturnType<typeof wordsFor>

/** An email with its attachment, and two documents, of the same id: a link and a file. */
function all(id: number, owner_id: number, place: TwinValues, seen: Words): Fact[] {
  const of = { owner_id, ...place }
  return [
    fact('email', {
      ...{ id, ...of, unique_parser_identifier: seen.text(`imap:${id}`), message_key: `${id}` },
      ...{ subject: seen.text('Ticket'), html: seen.text('<p>Seat</p>'), text: seen.text('Seat') },
      ...{ body_preview: seen.text('Seat'), date: seen.time(), reason: seen.text('None') },
      ...{ parsed_successfully: true },
    }),
    fact('email_attachment', {
      ...{ id, email_id: id, filename: seen.text('a.pdf'), content_id: seen.text('a') },
      ...{ mail_content_type: seen.text('application/pdf') },
    }),
    fact('document', {
      ...{ id, ...of, title: seen.text('Voucher'), description: seen.text('') },
      ...{ url: seen.text('https://pages.example/'), favicon_url: seen.text('icon') },
    }),
    fact('document', {
      ...{ id: id + 5_000, ...of, title: seen.text('Pass'), thumb_url: seen.text('thumb') },
      ...{ url: seen.text(`documents/private/${id}.pdf`), file_type: 'application/pdf' },
    }),
  ]
}

/**
 * On the trip, on a live hosting and on a deleted one: some alive, some deleted, some that only one
 * version has; and an email of the reader's own, which is theirs as long as they see it there.
 */
export function attached({ twin, may, reader }: TwinScene, place: TripPlace): Fact[] {
  const seen = wordsFor(twin, place !== 'deleted' && may('seeDocuments', place))
  const never = wordsFor(twin, false)
  const trip = trips[place] as number
  const owner = idOf(tripOwners[place] ?? '')
  const hosting = trip * 10 + 1
  const parents: [TwinValues, Words][] = [
    [{ trip_id: trip }, seen],
    [{ hosting_id: hosting }, seen],
    [{ hosting_id: hosting + 1 }, never],
  ]
  const others = parents.flatMap(([parent, seen], at) => {
    const id = trip * 100 + at * 10
    const gone = { ...parent, deleted_at: moment }
    return [
      ...all(id, owner, parent, seen),
      ...seen.onlyIn('a', all(id + 1, owner, parent, seen)),
      ...seen.onlyIn('b', all(id + 2, owner, parent, seen)),
      ...all(id + 3, owner, gone, never),
      ...seen.onlyIn('b', all(id + 4, owner, gone, never)),
    ]
  })
  const self = idOf(reader)
  const own = self > 0 ? all(trip * 100 + 90, self, { trip_id: trip }, seen) : []
  return [...others, ...own]
}

/** The inbox of one person, deleted emails of it, and alternative addresses. */
export function inbox({ twin }: TwinScene, id: number, own: Words): Fact[] {
  const waiting = { parsed_successfully: false }
  const mail = (at: number, words: Words, more: TwinValues = {}) =>
    all(at, id, {}, words)
      .filter(({ table }) => table.startsWith('email'))
      .map(({ table, row }) =>
        fact(table, table === 'email' ? { ...row, ...waiting, ...more } : row),
      )
  const address = (at: number) => {
    const email = own.plain(`${at}@work.example`)
    return fact('alternative_email', {
      id: at,
      user_id: id,
      email,
      hash: `h${at}`,
      verified: own.flag(true),
    })
  }
  return [
    ...mail(id, own),
    ...mail(20 + id, wordsFor(twin, false), { deleted_at: moment }),
    ...own.onlyIn('b', [...mail(40 + id, own), address(40 + id)]),
    address(id),
  ]
}
