/** Writers of documents and booking emails. */
import { flightHtml, rawMail } from '../../../mail/raw-mails.ts'
import { restoreText, someOf, typeOf, type WriterAct, writer } from './acts-of-trips.ts'
import { type Choice, type Made, names, type PersonName, type Scene } from './scene.ts'

const parents = ['HOSTING', 'ACTIVITY', 'TRANSPORTATION'] as const

/** A place for something to be attached to: a trip, or an item of one. */
function placeOf(scene: Scene, choice: Choice): { tripId: number; [item: string]: number } {
  const item = choice.oneIn(3) ? undefined : someOf(scene, choice, parents)
  if (!item) return { tripId: choice.of(scene.trips) ?? 0 }
  return { tripId: item.tripId ?? 0, [`${item.kind.toLowerCase()}Id`]: item.id }
}

/** The same for a move, which names one place alone. */
function targetOf(scene: Scene, choice: Choice): Record<string, number> {
  const { tripId, ...item } = placeOf(scene, choice)
  return Object.keys(item).length > 0 ? item : { tripId }
}

async function attach(scene: Scene, choice: Choice) {
  const text = `mutation ($tripId: Int!, $hostingId: Int, $activityId: Int, $transportationId: Int,
      $i: DocumentInput!) {
    made: attachDocument(tripId: $tripId, hostingId: $hostingId, activityId: $activityId,
      transportationId: $transportationId, input: $i) { id }
  }`
  const place = placeOf(scene, choice)
  const i = { url: 'https://example.org/voucher', title: scene.text() }
  const { made } = await scene.mutate(writer(choice), text, { ...place, i })
  if (made) scene.made.push({ kind: 'DOCUMENT', id: made.id, tripId: place.tripId })
}

/** Changes or moves a document or an email. */
const change = (kind: Made['kind'], named: string) => async (scene: Scene, choice: Choice) => {
  const one = someOf(scene, choice, [kind])
  if (!one) return
  const type = typeOf(kind)
  const input = kind === 'EMAIL' ? 'EmailInput' : 'DocumentUpdateInput'
  const text = `mutation ($id: Int!, $i: ${input}!) {
    update${type}(id: $id, input: $i) { id }
  }`
  const i = choice.oneIn(3) ? { [named]: scene.text() } : targetOf(scene, choice)
  await scene.mutate(writer(choice), text, { id: one.id, i })
}

async function removeDocument(scene: Scene, choice: Choice) {
  const one = someOf(scene, choice, ['DOCUMENT'])
  if (!one) return
  const text = `select coalesce(trip_id, at_trip) as "tripId", hosting_id as "hostingId",
    activity_id as "activityId", transportation_id as "transportationId"
    from document where id = $1`
  const [place] = await scene.stage.db.query<object>({ text, values: [one.id] })
  const mutation = `mutation ($id: Int!, $tripId: Int!, $hostingId: Int, $activityId: Int,
      $transportationId: Int) {
    removeDocument(id: $id, tripId: $tripId, hostingId: $hostingId, activityId: $activityId,
      transportationId: $transportationId)
  }`
  const variables = { tripId: 0, ...clean(place ?? {}), id: one.id }
  await scene.mutate(writer(choice), mutation, variables)
}

const clean = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** A message that says nothing: it waits in an inbox. */
async function receive(scene: Scene, choice: Choice) {
  const text = `insert into email (owner_id, unique_parser_identifier, message_key, date, subject,
      body_preview, html, text)
    values ($1, $2, $2, '2031-03-01T07:45:00Z', $2, 'Seat', '<p>Seat</p>', 'Seat') returning id`
  const who = choice.of(['olga', 'olga', 'ed', ...names] as const) as PersonName
  const values = [scene.account(who).id, scene.text()]
  const [made] = await scene.stage.db.query<{ id: number }>({ text, values })
  if (made) scene.made.push({ kind: 'EMAIL', id: made.id, tripId: null })
}

/** A booking of a flight, which is filed in a trip with these dates, or makes one. */
async function file(scene: Scene, choice: Choice) {
  const who = choice.of(['olga', 'ed', 'lena'] as const) as PersonName
  const html = flightHtml({ reservationNumber: `KX${choice.below(3)}QP` })
  const bytes = rawMail({ html, subject: scene.text(), messageId: `<${scene.text()}@air.example>` })
  const { intake } = scene.stage
  await intake.ingest({ bytes, source: 'operator', owner: scene.account(who).email, proven: 'any' })
  await scene.look()
}

async function deleteEmail(scene: Scene, choice: Choice) {
  const one = someOf(scene, choice, ['EMAIL'])
  if (!one) return
  const text = 'mutation ($id: Int!) { deleteEmail(id: $id) { success } }'
  await scene.mutate(writer(choice), text, { id: one.id })
}

const restore = (kind: Made['kind']) => async (scene: Scene, choice: Choice) => {
  const one = someOf(scene, choice, [kind])
  if (one) await scene.mutate(writer(choice), restoreText, { kind, id: one.id })
}

export const actsOfMail: Record<string, WriterAct> = {
  attach: { weight: 5, run: attach },
  changeDocument: { weight: 3, run: change('DOCUMENT', 'title') },
  removeDocument: { weight: 2, run: removeDocument },
  restoreDocument: { weight: 2, run: restore('DOCUMENT') },
  receive: { weight: 4, run: receive },
  file: { weight: 1, run: file },
  changeEmail: { weight: 5, run: change('EMAIL', 'subject') },
  deleteEmail: { weight: 2, run: deleteEmail },
  restoreEmail: { weight: 2, run: restore('EMAIL') },
}
