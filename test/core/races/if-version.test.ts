/** B3: many writers with one version, for every mutation that takes one. */

import { readFileSync } from 'node:fs'
import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { as } from '../../client.ts'
import { insertDocument } from '../../documents.ts'
import { allKinds } from '../../spec/kinds.ts'
import { insert, insertEmail } from '../../sync.ts'
import { type Cast, cast } from '../../world.ts'

const many = 50

/** A mutation of an object that it makes: its arguments, and what it selects. */
interface Raced {
  field: string
  selection?: string
  make: (people: Cast) => Promise<(n: number) => string>
}

const item = (kind: (typeof allKinds)[number]) => async (people: Cast) => {
  const { trip, ed } = people
  const { json } = await as(ed).post(`/v1/trip/${trip.id}/${kind.many}`, kind.least)
  return `tripId: ${trip.id}, id: ${json.id}`
}

const category = async ({ olga }: Cast) => {
  const { json } = await as(olga).post('/v1/categories', { name: 'Dives' })
  return `id: ${json.id}`
}
const document = ({ olga, trip }: Cast) => insertDocument(olga, { trip_id: trip.id })
const email = async ({ olga }: Cast) => `id: ${await insertEmail(olga, {})}`
const member = ({ trip, vera }: Cast) => `tripId: ${trip.id}, userId: ${vera.id}`

const typeOf = ({ one }: (typeof allKinds)[number]) => one.charAt(0).toUpperCase() + one.slice(1)

const changes: Raced[] = [
  {
    field: 'updateTrip',
    make:
      async ({ trip }) =>
      (n) =>
        `id: ${trip.id}, input: { name: "Trip ${n}" }`,
  },
  ...allKinds.map((kind) => ({
    field: `update${typeOf(kind)}`,
    make: async (people: Cast) => {
      const place = await item(kind)(people)
      const name = kind.one === 'expense' ? 'title' : 'name'
      return (n: number) => `${place}, input: { ${name}: "Changed ${n}" }`
    },
  })),
  {
    field: 'updateCategory',
    make: async (people) => {
      const place = await category(people)
      return (n) => `${place}, input: { name: "Dives ${n}" }`
    },
  },
  {
    field: 'updateDocument',
    make: async (people) => {
      const id = await document(people)
      return (n) => `id: ${id}, input: { title: "Ticket ${n}" }`
    },
  },
  {
    field: 'updateEmail',
    make: async (people) => {
      const place = await email(people)
      return (n) => `${place}, input: { subject: "Ticket ${n}" }`
    },
  },
  {
    field: 'setPermissions',
    make: async (people) => (n) => `${member(people)}, input: { canEdit: ${n % 2 === 0} }`,
  },
  {
    field: 'updateMe',
    make: async () => (n) => `input: { name: "Olga ${n}" }`,
  },
]

const removals: Raced[] = [
  {
    field: 'deleteTrip',
    selection: '',
    make:
      async ({ trip }) =>
      () =>
        `id: ${trip.id}`,
  },
  ...allKinds.map((kind) => ({
    field: `delete${typeOf(kind)}`,
    selection: '',
    make: async (people: Cast) => {
      const place = await item(kind)(people)
      return () => place
    },
  })),
  {
    field: 'deleteCategory',
    selection: '',
    make: async (people) => {
      const place = await category(people)
      return () => place
    },
  },
  {
    field: 'removeDocument',
    selection: '',
    make: async (people) => {
      const id = await document(people)
      return () => `tripId: ${people.trip.id}, id: ${id}`
    },
  },
  {
    field: 'deleteEmail',
    make: async (people) => {
      const place = await email(people)
      return () => place
    },
  },
  { field: 'removeCollaborator', make: async (people) => () => member(people) },
  {
    field: 'removeFavorite',
    selection: '',
    make: async ({ olga, stan }) => {
      const row = { user_id: olga.id, email: stan.email, favorite_user_id: stan.id, pending: false }
      const [id] = await insert('favorite', row)
      return () => `id: ${id}`
    },
  },
]

/** What 50 writers with the current version get: a code each, or `done`. */
async function race({ field, selection = '{ __typename }', make }: Raced): Promise<string[]> {
  const people = await cast()
  const given = await make(people)
  const ask = async (n: number, version: number) => {
    const { errors } = await as(people.olga).graphql(
      `mutation { ${field}(${given(n)}, ifVersion: ${version}) ${selection} }`,
    )
    return errors[0]?.extensions as { code: string; version?: number } | undefined
  }
  const wrong = await ask(0, 0)
  expect(wrong, field).toMatchObject({ code: 'CONFLICT', version: expect.any(Number) })
  const version = wrong?.version as number
  const answers = await Promise.all(Array.from({ length: many }, (_, n) => ask(n, version)))
  return answers.map((refusal) => refusal?.code ?? 'done').sort()
}

const conflicts = (count: number) => Array.from({ length: count }, () => 'CONFLICT')

describe('B3 ifVersion, 50 writers with one version', () => {
  it.each(changes)('$field: one succeeds, 49 get CONFLICT', async (raced) => {
    expect(await race(raced)).toEqual([...conflicts(many - 1), 'done'])
  })

  it.each(removals)(
    '$field: one succeeds; the others get CONFLICT, or NOT_FOUND',
    async (raced) => {
      const codes = await race(raced)
      expect(codes.filter((code) => code === 'done')).toHaveLength(1)
      expect(codes.every((code) => ['done', 'CONFLICT', 'NOT_FOUND'].includes(code))).toBe(true)
    },
  )

  it('are all mutations that take a version', () => {
    const sdl = readFileSync(new URL('../../../schema/public.graphql', import.meta.url), 'utf8')
    const fields = Object.values(buildSchema(sdl).getMutationType()?.getFields() ?? {})
    const taking = fields.filter(({ args }) => args.some(({ name }) => name === 'ifVersion'))
    const raced = [...changes, ...removals].map(({ field }) => field)
    expect(raced.sort()).toEqual(taking.map(({ name }) => name).sort())
  })
})
