/**
 * Which attachments an answer carries: up to 16 MiB of payloads, the newest emails first; one email
 * that is asked for by itself carries all of its own (test/spec/02.9).
 */
import type { Context } from '../../context.ts'
import type { Scope } from '../../limits/reading.ts'
import { prepared } from '../hot-path/sql.ts'
import { payloadBytes } from '../hot-path/weights.ts'

export const base64 = (bytes: string) => `translate(encode(${bytes}, 'base64'), E'\\n', '')`

/** SQL: the payloads that an answer of at most `max` bytes may carry; larger ones never count. */
const countable = (max: number | string) => `filter (where ${payloadBytes('a')} <= ${max})`

/** SQL: the bytes of all payloads of the email `e`, or of those that fit into `budget`. */
export function payloadsOf(budget?: PayloadBudget): string {
  const sum = `sum(${payloadBytes('a')}) ${budget ? countable(budget.max) : ''}`
  const all = `(select coalesce(${sum}, 0) from email_attachment a where a.email_id = e.id)`
  return budget ? `least(${all}, ${budget.ofEmail})` : all
}

/** How much the emails of one answer may carry. */
export interface PayloadBudget {
  /** Bytes, of all together. */
  max: number
  /** SQL: bytes that are left for the email `e`. */
  ofEmail: string
}

/**
 * SQL: the attachments of the email `e`, by id; with `budget`, the payloads of those that fit, and
 * without `isAsked`, none.
 */
export function attachmentsColumn(isAsked: boolean, budget?: PayloadBudget): string {
  const fits = budget && `${payloadBytes('a')} <= ${budget.max} and a.running <= ${budget.ofEmail}`
  const payload = isAsked ? base64(fits ? `case when ${fits} then a.payload end` : 'a.payload') : ''
  const running = budget
    ? `(select a.*,
          sum(${payloadBytes('a')}) ${countable(budget.max)} over (order by a.id) as running
        from email_attachment a where a.email_id = e.id)`
    : 'email_attachment'
  return `
  (select coalesce(json_agg(json_build_object(
      'id', a.id, 'filename', a.filename, 'binary', a.binary,
      ${payload && `'payload', ${payload},`}
      'mailContentType', a.mail_content_type, 'contentId', a.content_id,
      'contentDisposition', a.content_disposition, 'charset', a.charset,
      'contentTransferEncoding', a.content_transfer_encoding) order by a.id), '[]')
   from ${running} a where a.email_id = e.id) as attachments`
}

/** Finds the newest email of an answer whose payloads do not all fit. */
async function findEnd({ db }: Context, { with: common, ids, values }: Scope, max: number) {
  const text = `${common && `with ${common}`}
    select x.id, x.before::float8 from (
      select e.id, e.date, p.bytes,
        sum(p.bytes) over (order by e.date desc, e.id desc rows unbounded preceding) - p.bytes
          as before
      from (${ids}) answered join email e on e.id = answered.id
      cross join lateral (select coalesce(sum(${payloadBytes('a')}) ${countable(max)}, 0) as bytes
        from email_attachment a where a.email_id = e.id) p) x
    where x.before + x.bytes > ${max} order by x.date desc, x.id desc limit 1`
  const [end] = await db.query<{ id: number; before: number }>(prepared(text, values))
  return end ?? null
}

/**
 * What the emails of a long answer may carry, of which `emails` are all; undefined where that is no
 * question: in an answer that is small, and where no payload is asked for.
 */
export async function payloadBudget(
  context: Context,
  asked: ReadonlySet<string>,
  emails: Scope,
  bind: (value: unknown) => string,
): Promise<PayloadBudget | undefined> {
  const { part } = context.reading
  if (!part || !asked.has('payload')) return undefined
  const { whole } = part
  const max = whole.maxPayloads
  if (whole.payloadsEnd === undefined) whole.payloadsEnd = await findEnd(context, emails, max)
  if (whole.payloadsEnd === null) return { max, ofEmail: String(max) }
  const id = bind(whole.payloadsEnd.id)
  const ofEmail = `case when e.id = ${id} then ${bind(max - whole.payloadsEnd.before)}::float8
    when (e.date, e.id) > (select x.date, x.id from email x where x.id = ${id}) then ${max}
    else 0 end`
  return { max, ofEmail }
}
