/** The people and trips of a history, and what has been made in it so far. */
import { randomBytes } from 'node:crypto'
import type { Account } from '../../../../src/core/store/viewer.ts'
import type { Store } from '../../../../src/outside/database/database.ts'
import { allRights } from '../../../world.ts'
import type { Backup } from './backup.ts'
import type { Stage, StageResult } from './stage.ts'

export const names = ['olga', 'ed', 'vera', 'pia', 'lena'] as const
export type PersonName = (typeof names)[number]

/** Something that was made: acts choose among these. Where it is may have changed since. */
export interface Made {
  kind: 'HOSTING' | 'ACTIVITY' | 'TRANSPORTATION' | 'EXPENSE' | 'DOCUMENT' | 'EMAIL'
  id: number
  tripId: number | null
}

/** Numbers that decide an act: the same ones decide the same. */
export class Choice {
  readonly #numbers: number[]
  #at = 0

  constructor(numbers: number[]) {
    this.#numbers = numbers
  }

  /** A number below that. */
  below(count: number): number {
    const number = this.#numbers[this.#at % this.#numbers.length] ?? 0
    this.#at += 1
    return Math.floor(number / 2 ** (3 * Math.floor(this.#at / this.#numbers.length))) % count
  }

  of<One>(list: readonly One[]): One | undefined {
    return list[this.below(list.length)]
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0
  }
}

/** What answers to an act may say; anything else is a defect of the service. */
const refusals = new Set([
  ...['FORBIDDEN', 'NOT_FOUND', 'TRIP_NOT_ACCESSIBLE', 'BAD_USER_INPUT', 'CONFLICT'],
  ...['ALREADY_REGISTERED', 'DOCUMENT_ACCESS_DENIED'],
])

export class Scene {
  readonly stage: Stage
  readonly accounts = new Map<PersonName, Account>()
  trips: number[] = []
  made: Made[] = []
  categories: { id: number; by: PersonName }[] = []
  favorites: { id: number; by: PersonName }[] = []
  /** Counts acts, for texts that differ. */
  count = 0
  /** The moment at which a Pro subscription ends that was set to end soon. */
  lapse = 0
  /** The last backup that was not restored yet. */
  backup: Backup | undefined
  /** What transactions run on, if not on the stage's database. */
  on: Store | undefined

  readonly say: (line: string) => void

  constructor(stage: Stage, say: (line: string) => void) {
    this.stage = stage
    this.say = say
  }

  /** The same scene for a writer with transactions of its own. */
  through(on: Store): Scene {
    return Object.assign(Object.create(this), { on })
  }

  account(name: PersonName): Account {
    return this.accounts.get(name) as Account
  }

  /** A mutation, which may be refused; its data. */
  async mutate(by: PersonName | 'operator', text: string, variables: Record<string, unknown> = {}) {
    const who = by === 'operator' ? by : this.account(by)
    const result: StageResult = await this.stage.run(who, text, variables, this.on)
    const wrong = result.errors.filter(({ code }) => !refusals.has(code))
    const field = /{\s*(?:made: )?(\w+)\(/.exec(text)?.[1]
    const codes = result.errors.map(({ code }) => code)
    this.say(`${by} ${field} ${JSON.stringify(variables)} ${codes}`)
    if (wrong.length > 0) throw new Error(`${text}: ${JSON.stringify(wrong)}`)
    return result.data as Record<string, { id: number } | null | undefined>
  }

  /** A text that no act has used before. */
  text(): string {
    this.count += 1
    return `t${this.count}`
  }

  /** Reads again what an act has made that does not say so. */
  async look(): Promise<void> {
    const { db } = this.stage
    const kinds = ['hosting', 'activity', 'transportation', 'expense']
    const items = kinds.map((kind) => `select '${kind}' as kind, id, trip_id from ${kind}`)
    const rest = ['document', 'email'].map((kind) => `select '${kind}', id, at_trip from ${kind}`)
    const text = `select upper(kind) as kind, id, trip_id as "tripId"
      from (${[...items, ...rest].join(' union all ')}) made order by kind, id`
    this.made = await db.query<Made>({ text })
    const trips = await db.query<{ id: number }>({ text: 'select id from trip order by id' })
    this.trips = trips.map(({ id }) => id)
    this.categories = await this.#own('category', 'owner_id')
    this.favorites = await this.#own('favorite', 'user_id')
    await this.meet()
  }

  /** Whose something is, for those who alone may change it. */
  async #own(table: 'category' | 'favorite', column: 'owner_id' | 'user_id') {
    const text = `select c.id, a.username as by from ${table} c join account a on a.id = c.${column}
      where a.username = any ($1) order by c.id`
    return this.stage.db.query<{ id: number; by: PersonName }>({ text, values: [names] })
  }

  /** Reads again what the accounts are called. */
  async meet(): Promise<void> {
    const text = `select id, username, email, name, photo_url as "photoUrl", timezone,
      default_currency as "defaultCurrency" from account where username = any ($1)`
    const rows = await this.stage.db.query<Account>({ text, values: [names] })
    for (const row of rows) this.accounts.set(row.username as PersonName, row)
  }
}

/** Empties the database, as if it were new: the ids begin at 1. */
async function clear({ db }: Stage): Promise<void> {
  const text = `do $$ declare one text; begin
    set local session_replication_role = replica;
    for one in select relname from pg_class where relkind = 'r' and relname !~ '^_'
        and relname <> 'history' and relnamespace = current_schema()::regnamespace loop
      execute format('delete from %I', one);
    end loop;
    for one in select relname from pg_class where relkind = 'S'
        and relnamespace = current_schema()::regnamespace loop
      perform setval(one::regclass, 1, false);
    end loop;
    update history set id = gen_random_uuid();
  end $$`
  await db.query({ text })
}

const people = `insert into account (username, email, name, password_hash, calendar_identifier,
    anonymous_email_identifier, is_premium)
  select name, name || '@mail.example', initcap(name), 'x', name || $2, name || $2,
    name in ('olga', 'lena') from unnest($1::text[]) with ordinality p (name, n) order by n`

const trips = `insert into trip (owner_id, name)
  select id, t.name from (values ('olga', 'Lisbon'), ('olga', 'Porto'), ('lena', 'Rome'))
    t (owner, name) join account a on a.username = t.owner order by t.name returning id`

const columns = Object.keys(allRights)

/** What each trip holds at first: an item with a document and an email, and an expense. */
const content = `with held as (
    insert into hosting (trip_id, owner_id, name, price, assigned_users)
      select id, owner_id, name, 90, array[owner_id]
        from trip order by id returning id, owner_id, name
  ), document as (
    insert into document (owner_id, hosting_id, url)
      select owner_id, id, 'https://example.org' from held order by id
  ), email as (
    insert into email (owner_id, hosting_id, unique_parser_identifier, message_key, subject, text)
      select owner_id, id, name, name, name, name from held order by id
  )
  insert into expense (trip_id, owner_id, title, price) select id, owner_id, name, 7
    from trip order by id`

/** Everybody has a category; olga and ed are confirmed favorites, and vera would be one of ed's. */
const own = `with categories as (
    insert into category (owner_id, slug, name) select id, username, username from account
      order by id
  )
  insert into favorite (user_id, email, favorite_user_id, pending)
    select one.id, other.email, other.id, f.pending
    from (values ('olga', 'ed', false), ('ed', 'olga', false), ('ed', 'vera', true))
      f (one, other, pending)
    join account one on one.username = f.one join account other on other.username = f.other
    order by one.id, other.id`

/**
 * olga owns two trips, on which ed has every right; vera looks on at the first, and pia is invited
 * to it; lena owns the third, where olga and ed have every right.
 */
export async function newScene(
  stage: Stage,
  say: (line: string) => void = () => {},
): Promise<Scene> {
  await clear(stage)
  const scene = new Scene(stage, say)
  const { db } = stage
  await db.query({ text: people, values: [names, `-${randomBytes(4).toString('hex')}`] })
  await db.query({ text: trips })
  await db.query({
    text: `insert into member (trip_id, user_id, joined, ${columns})
      select t.id, a.id, m.joined, ${columns.map(() => 'm.may')}
      from (values ('Lisbon', 'ed', true, true), ('Lisbon', 'vera', true, false),
        ('Lisbon', 'pia', false, true), ('Porto', 'ed', true, true), ('Rome', 'olga', true, true),
        ('Rome', 'ed', true, true)) m (trip, who, joined, may)
      join trip t on t.name = m.trip join account a on a.username = m.who`,
  })
  for (const text of [content, own]) await db.query({ text })
  await scene.look()
  return scene
}
