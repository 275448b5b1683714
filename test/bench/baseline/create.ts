/**
 * `POST /v1/trip/{trip_id}/activities` (test/spec/12) in one statement: key, membership, insert.
 * The triggers of the database see to duplicates and change times, for the service as for this.
 */
import type { FastifyRequest } from 'fastify'
import { type ActivityRow, access, activityAsJson, activityColumns } from './activities.ts'
import { fields, readBody } from './input.ts'
import { keyHash, type Query } from './key.ts'
import { type Column, refusals, type WireAnswer } from './wire.ts'

// Without the right to edit expenses a sent price is not stored; a trip's time zone is the default.
const values = fields.map(([name, , type], n) => {
  const value = `$${n + 3}::${type}`
  if (name === 'timezone') return `coalesce(${value}, access.timezone)`
  if (name === 'price') return `case when access.can_edit_expenses then ${value} end`
  if (name === 'currency') return `case when access.can_edit_expenses then ${value} else '' end`
  return value
})

const create = {
  name: 'create activity',
  text: `
    with access as materialized (${access}), activity as (
      insert into activity (trip_id, owner_id, ${fields.map(([name]) => name).join(', ')})
      select access.trip, access.viewer, ${values.join(', ')} from access where access.can_edit
        and access.trip is not null
      returning *
    )
    select ${activityColumns}, access.trip, access.can_edit, access.can_see_expenses
    from access left join (activity join account owner on owner.id = activity.owner_id) on true`,
}

const look = {
  name: 'access',
  text: `select access.trip, access.can_edit from (${access}) access`,
}

type Created = [...row: ActivityRow, trip: Column, canEdit: Column, canSeeExpenses: Column]

export async function createActivity(request: FastifyRequest, query: Query): Promise<WireAnswer> {
  const key = keyHash(request)
  if (typeof key !== 'string') return key
  const { trip } = request.params as { trip: string }
  const body = readBody(request)
  if (!Array.isArray(body)) {
    const [found] = await query<[trip: Column, canEdit: Column]>(look, [key, trip])
    return found ? (refusalOf(found[0], found[1]) ?? body) : refusals.unknownKey
  }
  const [row] = await query<Created>(create, [key, trip, ...body])
  if (!row) return refusals.unknownKey
  const refusal = refusalOf(row[24], row[25])
  if (refusal) return refusal
  if (row[0] === null) return { status: 200, body: '' }
  return { status: 201, body: activityAsJson(row, row[26] === 't', ',"emails":[]') }
}

function refusalOf(trip: Column, canEdit: Column): WireAnswer | undefined {
  if (trip === null) return refusals.notFound
  return canEdit === 't' ? undefined : refusals.forbidden
}
