/** `emails` of trips and of what is in them: those attached directly (test/spec/02.1, 02.9, 12). */
import DataLoader from 'dataloader'
import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../../context.ts'
import type { Scope, Taken } from '../../limits/reading.ts'
import { grantedOn } from '../../permissions/access.ts'
import type { ParentKind } from '../../permissions/parent-kinds.ts'
import { ofSelection } from '../hot-path/selection.ts'
import { binder, prepared, upTo } from '../hot-path/sql.ts'
import { account } from '../hot-path/viewer.ts'
import { askedOfEmails, type EmailRow, emailColumns, weightOfEmail } from './email.ts'
import { payloadBudget } from './email-payloads.ts'

type Attached = EmailRow & { parentId: number; bytes: number }

interface Asked {
  parent: ParentKind
  info: GraphQLResolveInfo
  ids: readonly number[]
}

/** SQL: the emails `e` of the parents that `ids` selects, for a viewer who may see them. */
function attached(parent: ParentKind, ids: string, viewer: string): string {
  const key = `${parent}_id`
  const trip = parent === 'trip' ? '' : `join ${parent} c on c.id = e.${key}`
  const tripId = parent === 'trip' ? 'e.trip_id' : 'c.trip_id'
  return `email e ${trip} where e.${key} in (${ids}) and e.deleted_at is null
    and ${grantedOn(tripId, viewer, 'canSeeDocuments')}`
}

/** SQL: all emails of the answer: those of its list, or those of its one object. */
function answered({ parent, ids }: Asked, context: Context): Scope {
  const { scope = { with: '', ids: 'select unnest($1::int[])', values: [ids] } } =
    context.reading.part?.whole ?? {}
  const viewer = `$${scope.values.length + 1}`
  return {
    with: scope.with,
    ids: `select e.id from ${attached(parent, scope.ids, viewer)}`,
    values: [...scope.values, account(context).id],
  }
}

/** Reads as many as fit, object by object, newest first; the one after them as its id alone. */
async function readRows(context: Context, asked: Asked, left: number): Promise<Attached[]> {
  const { parent, info, ids } = asked
  const { part } = context.reading
  const { values, bind } = binder()
  const [parents, viewer, budget] = [bind(ids), bind(account(context).id), `${bind(left)}::float8`]
  const payloads = await payloadBudget(context, askedOfEmails(info), answered(asked, context), bind)
  const key = `e.${parent}_id`
  const isAlone = part?.isAlone ? '- first_value(e.weight) over w' : ''
  const rest =
    part?.from?.email === undefined
      ? ''
      : `and (${key} <> ${bind(part.from.row)} or (e.date, e.id) <
          (select x.date, x.id from email x where x.id = ${bind(part.from.email)}))`
  const text = `select p."parentId", p.bytes, ${emailColumns(askedOfEmails(info), payloads)}
    from (
      select e.id, e."parentId", row_number() over w as nth,
        sum(e.weight) over w ${isAlone} as bytes, e.weight
      from (select e.id, e.date, ${key} as "parentId",
          (${weightOfEmail(info, payloads)})::float8 as weight
        from ${attached(parent, `select unnest(${parents}::int[])`, viewer)} ${rest}) e
      window w as (order by array_position(${parents}::int[], e."parentId"), e.date desc, e.id desc
        rows unbounded preceding)) p
    left join email e on e.id = p.id and p.bytes <= ${budget}
    where p.bytes - p.weight <= ${budget} order by p.nth ${upTo(context.maxObjects)}`
  return context.db.query<Attached>(prepared(text, values))
}

/** Sorts what was read by objects; in a part of an answer, notes where the next one goes on. */
async function readTaken(
  context: Context,
  asked: Asked,
  left: number,
): Promise<Taken<EmailRow[][]>> {
  const { ids } = asked
  const { part } = context.reading
  const rows = await readRows(context, asked, left)
  const found = new Map<number, EmailRow[]>(ids.map((id) => [id, []]))
  for (const row of rows) if (row.id !== null) found.get(row.parentId)?.push(row)
  const cut = rows.find(({ id }) => id === null)
  const last = cut && found.get(cut.parentId)?.at(-1)?.id
  if (part && cut) part.end = { row: cut.parentId, ...(last && { email: last }) }
  return {
    value: ids.map((id) => found.get(id) ?? []),
    bytes: rows.findLast(({ id }) => id !== null)?.bytes ?? 0,
    isCut: cut !== undefined,
    isEmpty: last === undefined && cut?.parentId === ids[0],
    ...(cut && { needs: cut.bytes }),
  }
}

type Holder = { id: number; emails?: [] }

/**
 * The resolver of `emails`: those attached directly to an object of this kind, newest first; none
 * where the viewer may not see them. One statement for all objects an operation asks for; none for
 * an object that brings its `emails` along, as a new one does.
 */
export function emailsOf(parent: ParentKind) {
  return ({ id, emails }: Holder, _args: unknown, context: Context, info: GraphQLResolveInfo) => {
    if (emails) return emails
    const key = ofSelection(info, 'emails', () => {
      return `emails ${parent} ${[...askedOfEmails(info)].sort()} ${weightOfEmail(info)}`
    })
    const loader = context.shared(key, () => {
      return new DataLoader((ids: readonly number[]) =>
        context.reading.take((left) => readTaken(context, { parent, info, ids }, left)),
      )
    })
    return loader.load(id)
  }
}
