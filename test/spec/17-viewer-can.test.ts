import { describe, expect, test } from 'vitest'
import { as, type ClientAnswer } from '../client.ts'
import { insertEmail } from '../sync.ts'
import { allRights, cast, type Person, premium, type Rights } from '../world.ts'
import { collaboratorOf } from './collaborators.ts'
import { member } from './persons.ts'

const fields = 'edit addGuests seeExpenses editExpenses seeDocuments editDocuments delete'
type Can = Record<string, boolean>

/** The rights that viewerCan reports to the person. */
async function viewerCan(person: Person, tripId: number): Promise<Can> {
  const query = `{ trip(id: ${tripId}) { viewerCan { ${fields} } } }`
  const { data } = await as(person).graphql(query)
  return (data as { trip: { viewerCan: Can } }).trip.viewerCan
}

const allowed = ({ status }: ClientAnswer) => {
  expect([200, 201, 204, 403]).toContain(status)
  return status !== 403
}

/** What the routes answer when the person tries; deleting the trip comes last. */
async function tried(person: Person, tripId: number): Promise<Can> {
  const client = as(person)
  const at = `/v1/trip/${tripId}`
  const hostings = (await client.get(`${at}/hostings`)).json.results
  const edit = allowed(await client.patch(`/v1/trips/${tripId}`, { name: 'x' }))
  for (const { many, body } of [
    { many: 'hostings', body: {} },
    { many: 'activities', body: {} },
    { many: 'transportations', body: { transportation_type: 'train' } },
  ]) {
    expect(allowed(await client.post(`${at}/${many}`, body)), many).toBe(edit)
  }
  return {
    edit,
    addGuests: allowed(await client.delete(collaboratorOf({ id: tripId }, { id: 0 }))),
    seeExpenses: allowed(await client.get(`${at}/expenses`)),
    editExpenses: allowed(await client.post(`${at}/expenses`, { title: 'Dinner', price: 3 })),
    // An email attached to the hosting is shown to everybody who sees documents and emails.
    seeDocuments: JSON.stringify(hostings[0]?.emails) !== '[]',
    delete: allowed(await client.delete(`/v1/trips/${tripId}`)),
  }
}

async function stage(rights: Rights) {
  const all = await cast()
  const { json } = await as(all.olga).post(`/v1/trip/${all.trip.id}/hostings`, {})
  await insertEmail(all.olga, { hosting_id: json.id })
  return { ...all, nina: await member(all.trip.id, rights) }
}

const everything = Object.fromEntries(fields.split(' ').map((field) => [field, true]))
const nothing = Object.fromEntries(fields.split(' ').map((field) => [field, false]))

describe('17 Trip.viewerCan, by the same record that the refusals come from', () => {
  test.each([
    ['none', {}, {}],
    ['can_edit', { can_edit: true }, { edit: true }],
    ['can_add_guests', { can_edit: true, can_add_guests: true }, { edit: true, addGuests: true }],
    ['can_see_expenses', { can_see_expenses: true }, { seeExpenses: true }],
    [
      'can_edit_expenses',
      { can_edit: true, can_see_expenses: true, can_edit_expenses: true },
      { edit: true, seeExpenses: true, editExpenses: true },
    ],
    ['can_see_documents', { can_see_documents: true }, { seeDocuments: true }],
    [
      'can_edit_documents',
      { can_edit: true, can_see_documents: true, can_edit_documents: true },
      { edit: true, seeDocuments: true, editDocuments: true },
    ],
    ['every right', allRights, { ...everything, delete: false }],
  ] as [string, Rights, Can][])(
    'a member with %s has the rights that writes and reads show',
    async (_, rights, can) => {
      const { nina, trip } = await stage(rights)
      const said = await viewerCan(nina, trip.id)
      expect(said).toEqual({ ...nothing, ...can })
      expect(said).toMatchObject(await tried(nina, trip.id))
    },
  )

  test('the owner has the rights that writes and reads show', async () => {
    const { olga, trip } = await stage({})
    expect(await viewerCan(olga, trip.id)).toEqual(everything)
    expect(everything).toMatchObject(await tried(olga, trip.id))
  })

  test('members have no right on documents and emails without Pro of the owner', async () => {
    const { olga, nina, trip } = await stage(allRights)
    await premium(nina, true)
    await premium(olga, false)
    for (const [person, isOwner] of [
      [nina, false],
      [olga, true],
    ] as const) {
      const said = await viewerCan(person, trip.id)
      const can = { ...everything, seeDocuments: false, editDocuments: false, delete: isOwner }
      expect(said).toEqual(can)
      expect(said).toMatchObject(await tried(person, trip.id))
    }
  })

  test('a change of rights shows at once, also within one document', async () => {
    const { olga, nina, trip } = await stage(allRights)
    await as(olga).patch(`${collaboratorOf(trip, nina)}/permissions`, { can_see_expenses: false })
    expect(await viewerCan(nina, trip.id)).toMatchObject({
      seeExpenses: false,
      editExpenses: false,
    })
    const { data } = await as(nina).graphql(`mutation {
      updateTrip(id: ${trip.id}, input: { name: "x" }) { viewerCan { addGuests } }
      setPermissions(tripId: ${trip.id}, userId: ${nina.id}, input: { canAddGuests: false }) { id }
      again: updateTrip(id: ${trip.id}, input: { name: "y" }) { viewerCan { addGuests edit } }
    }`)
    expect(data).toMatchObject({
      updateTrip: { viewerCan: { addGuests: true } },
      again: { viewerCan: { addGuests: false, edit: true } },
    })
  })

  test('each trip of a list has its own rights', async () => {
    const { ed, trip } = await stage({})
    const own = await as(ed).post('/v1/trips', {})
    const { data } = await as(ed).graphql('{ trips { results { id viewerCan { delete } } } }')
    expect(data?.trips).toEqual({
      results: [
        { id: trip.id, viewerCan: { delete: false } },
        { id: own.json.id, viewerCan: { delete: true } },
      ],
    })
  })

  test('the creator of a trip has every right, those on documents only with Pro', async () => {
    const { stan } = await cast()
    const { data } = await as(stan).graphql(
      `mutation { createTrip(input: {}) { viewerCan { ${fields} } } }`,
    )
    const can = { ...everything, seeDocuments: false, editDocuments: false }
    expect(data?.createTrip).toEqual({ viewerCan: can })
  })
})
