/** What a service can get wrong, and a sentence that says so: each is found by the histories. */
import type { Fault } from './planting.ts'

/** The statements of `changes`, by something that only they have. */
const versions = 'cross join history'
const changed = 'order by version, kind, id limit'
const departed = 'object_id as "objectId"'
const heldCategories = "kind = 'category' and entered"

type Row = Record<string, unknown>

/** Answers for each of these ids what was true of it the first time, per account. */
function asAtFirst(change: (row: Row, first: (id: number, now: number) => number) => object) {
  const known = new Map<string, number>()
  return (rows: Row[], values: unknown[]) =>
    rows.map((row) => {
      const first = (id: number, now: number) => {
        const key = `${row.history} ${values} ${id}`
        if (!known.has(key)) known.set(key, now)
        return known.get(key) ?? now
      }
      return { ...row, ...change(row, first) }
    })
}

export const faultsOfPositions: Fault[] = [
  {
    sentence: 'rights are not compared: what they hide stays in the copy',
    foundBy: 6,
    statements: {
      with: versions,
      rows: asAtFirst(({ ids, rights }, first) => {
        const now = (rights ?? []) as number[]
        return { rights: ((ids ?? []) as number[]).map((id, nth) => first(id, now[nth] ?? 0)) }
      }),
    },
  },
  {
    sentence: "an owner's Pro is not compared: documents stay when it lapses",
    foundBy: 2,
    statements: {
      with: versions,
      rows: asAtFirst(({ owners, proOwners }, first) => {
        const now = new Set(proOwners as number[])
        const all = [...new Set((owners ?? []) as number[])]
        return { proOwners: all.filter((id) => first(id, Number(now.has(id)))) }
      }),
    },
  },
  {
    sentence:
      'the history of the database is not in the position: a restored backup is not noticed',
    foundBy: 50,
    statements: {
      with: versions,
      text: (text) => text.replace(/h\.id \|\|.*? as history/s, "'always' as history"),
    },
  },
  {
    sentence: 'categories of others are forgotten: they never arrive',
    foundBy: 1,
    statements: { with: versions, rows: (rows) => rows.map((row) => ({ ...row, categories: [] })) },
  },
  {
    sentence: 'categories of people who are no longer seen stay in the copy',
    foundBy: 4,
    statements: { with: heldCategories, rows: () => [] },
  },
  {
    sentence: 'a page ends before its position says: what is left out never arrives',
    foundBy: 1,
    statements: { with: changed, text: (text) => text.replace('$5::int', 'least($5::int, 2)') },
  },
  {
    sentence: 'the order is that of ids: what changed later and has a lower id is skipped',
    foundBy: 1,
    statements: {
      with: changed,
      text: (text) => text.replace('order by version, kind, id', 'order by id, kind, version'),
    },
  },
  {
    sentence: 'the cursor names the version alone: others of the same version are skipped',
    foundBy: 1,
    statements: {
      with: changed,
      text: (text) =>
        text.replace(
          /where \(version, kind, id\) > .*/,
          'where version > $2::int and num_nulls($3::int, $4::int) = 0',
        ),
    },
  },
  {
    sentence: 'departures are ignored: what has left a trip stays in the copy',
    foundBy: 2,
    statements: { with: departed, rows: () => [] },
  },
  {
    sentence: 'departures of what was never sent are told',
    foundBy: 2,
    statements: {
      with: departed,
      text: (text) => text.replace('entered <= $4', '$4 >= 0'),
      rows: (rows) => rows.map((row) => ({ ...row, entered: 0 })),
    },
  },
]

export const faultsOfVersions: Fault[] = [
  {
    sentence: 'what has moved is not announced in the trip that it left',
    foundBy: 5,
    functions: [
      [
        'child_changes',
        'if was_there and (moves or new.deleted_at is not null) then',
        'if was_there and new.deleted_at is not null then',
      ],
    ],
  },
  {
    sentence: 'what was deleted is not announced',
    foundBy: 4,
    functions: [
      [
        'child_changes',
        'if was_there and (moves or new.deleted_at is not null) then',
        'if was_there and moves then',
      ],
    ],
  },
  {
    sentence: 'an item that moves keeps the version at which it entered its former trip',
    foundBy: 10,
    functions: [['child_changes', 'if moves or not was_there then', "if tg_op = 'INSERT' then"]],
  },
  {
    sentence: 'what is attached to an item does not move with it',
    foundBy: 5,
    functions: [['item_carries', /deleted_at is null and at_trip/g, 'false and at_trip']],
  },
  {
    sentence: 'a new name or photo changes no trip',
    foundBy: 4,
    triggers: [['account', 'person_changes']],
  },
  {
    sentence: 'a new name or photo does not change favorites',
    foundBy: 7,
    functions: [['person_changes', 'where favorite_user_id = new.id', 'where false']],
  },
  {
    sentence: 'expenses do not raise the version of their trip',
    foundBy: 2,
    triggers: [['expense', 'versioned']],
  },
  {
    sentence: 'members do not raise the version of their trip',
    foundBy: 2,
    functions: [['member_changes', 'new.version := here;', 'new.version := 1;']],
  },
  {
    sentence: 'members who are removed are not announced',
    foundBy: 4,
    functions: [['member_changes', 'if here is not null then', 'if false then']],
  },
  {
    sentence: 'emails that leave the inbox are not announced',
    foundBy: 36,
    functions: [['attached_changes', 'if waited and not waits then', 'if false then']],
  },
  {
    sentence: 'emails do not change the items that show them',
    foundBy: 9,
    triggers: [
      ['email', 'parent_change_time'],
      ['email', 'parent_insert_time'],
    ],
  },
  {
    sentence: 'a version is given to each statement, not under the lock of the trip',
    foundBy: 2,
    functions: [['change_trip', 'greatest(version, above) + 1', 'greatest(version, above)']],
  },
  {
    sentence: 'categories do not raise the version of their account',
    foundBy: 2,
    functions: [['category_changes', 'change_account(new.owner_id)', '1']],
  },
  {
    sentence: 'favorites that are removed are not announced',
    foundBy: 2,
    functions: [['favorite_changes', 'if here is not null then', 'if false then']],
  },
]
