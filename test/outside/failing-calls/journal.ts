/**
 * What operations change in the database of this worker, row by row: triggers note it in the
 * transactions that do it, so that what is undone leaves no note.
 */
import { db } from '../../world.ts'

/** Counted tries count for requests that fail, too. */
const aside = ['attempt', 'login_network', '_prisma_migrations', 'journal']

type Row = Record<string, unknown>
interface Note {
  name: string
  old: Row | null
  new: Row | null
}

export interface Journal {
  /** Forgets what has changed, and returns it: a line for each row, in order. */
  take(): Promise<string[]>
  /** The keys of all uploads that were recorded. */
  uploads: Set<string>
  close(): Promise<void>
}

/** When a key was last used, noted once a minute; what mails say, with random words in them. */
const volatile = ['last_used_at', 'last_activity_date', 'html', 'text']

/** The text without what differs from try to try: numbers, moments, random words. */
const plain = (text: string) =>
  text
    .replaceAll(/\$argon2[^"]*/g, '#')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(Z|\+[\d:]+)?/g, 'T')
    .replaceAll(/[\w-]{20,}/g, '#')
    .replaceAll(/\w*\d\w*/g, '#')

/** Row by row what the notes amount to: `[first, last]`. */
function amountTo(notes: readonly Note[]): Note[] {
  const open = new Map<string, Note>()
  const ended: Note[] = []
  for (const { name, old, new: now } of notes) {
    const before = `${name} ${JSON.stringify(old)}`
    const first = open.get(before)
    if (first) open.delete(before)
    const whole = { name, old: first ? first.old : old, new: now }
    if (now) open.set(`${name} ${JSON.stringify(now)}`, whole)
    else ended.push(whole)
  }
  return [...ended, ...open.values()]
}

function lineOf({ name, old, new: now }: Note): string[] {
  if (!now) return old ? [`${name} removed ${plain(JSON.stringify(old))}`] : []
  const fields = Object.entries(now).filter(
    ([field, value]) =>
      !volatile.includes(field) && (!old || JSON.stringify(old[field]) !== JSON.stringify(value)),
  )
  if (fields.length === 0) return []
  // An answer is kept as a text or as the row that it shows: what it says is for others to prove.
  if (name === 'idempotency_key') return [`${name} ${old ? 'changed' : 'added'}`]
  const what = plain(JSON.stringify(Object.fromEntries(fields)))
  return [`${name} ${old ? 'changed' : 'added'} ${what}`]
}

const tablesOf = () =>
  db.query<{ name: string }>({
    text: `select relname as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and relname <> all ($1)`,
    values: [aside],
  })

export async function openJournal(): Promise<Journal> {
  const tables = await tablesOf()
  await db.query({
    text: `create unlogged table journal
      (id bigint generated always as identity, name text, old jsonb, new jsonb)`,
  })
  await db.query({
    text: `create function note_in_journal() returns trigger language plpgsql as $$ begin
      insert into journal (name, old, new) values (tg_table_name,
        case when tg_op <> 'INSERT' then to_jsonb(old) end,
        case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null; end $$`,
  })
  for (const { name } of tables) {
    await db.query({
      text: `create trigger note_in_journal after insert or update or delete on "${name}"
        for each row execute function note_in_journal()`,
    })
  }
  const uploads = new Set<string>()
  return {
    uploads,
    async take() {
      const notes = await db.query<Note & { id: string }>({
        text: 'with taken as (delete from journal returning *) select * from taken',
      })
      notes.sort((one, other) => Number(one.id) - Number(other.id))
      for (const { name, new: now } of notes)
        if (name === 'upload' && now) uploads.add(String(now.key))
      return amountTo(notes).flatMap(lineOf).sort()
    },
    async close() {
      await db.query({ text: 'drop function note_in_journal() cascade' })
      await db.query({ text: 'drop table journal' })
    },
  }
}
