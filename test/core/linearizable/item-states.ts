/** The states of items in the order in which the database has seen them: a trigger records them. */
import { type TripNumber, tripNumbers } from './operation.ts'
import type { HistoryScene } from './scene.ts'
import { rowsAt } from './server.ts'

/** A state after a transaction. */
export interface ItemState {
  /** The label of the item. */
  item: string
  trip: TripNumber
  name: string
  isLive: boolean
}

interface StateRow {
  number: string
  item: string
  trip_id: number
  name: string
  is_live: boolean
}

const recorder = `
  create table zz_item_state (
    number bigserial primary key, transaction xid8 default pg_current_xact_id(),
    item text, trip_id int, name text, is_live boolean);
  create function zz_record() returns trigger language plpgsql as $$
    begin
      insert into zz_item_state (item, trip_id, name, is_live)
      values (new.internal_identifier, new.trip_id, new.name, new.deleted_at is null);
      return null;
    end $$;
  create trigger zz_recorded after insert or update of trip_id, name, deleted_at on activity
    for each row execute function zz_record()`

/** Lets the database record the states of items from now on. */
export const recordStates = (database: string) => rowsAt(database, recorder)

/**
 * The recorded states of a scene. Their order is that of the changes in each trip and of each item:
 * a number is taken under the locks of the trip and the item, which last until the commit.
 */
export async function statesIn(database: string, { trips }: HistoryScene): Promise<ItemState[]> {
  const rows = await rowsAt<StateRow>(
    database,
    `select distinct on (item, transaction) number, item, trip_id, name, is_live
      from zz_item_state where trip_id = any ($1) order by item, transaction, number desc`,
    [trips],
  )
  return rows
    .sort((one, other) => Number(one.number) - Number(other.number))
    .map(({ item, trip_id, name, is_live: isLive }) => {
      const trip = tripNumbers.find((number) => trips[number] === trip_id) ?? 0
      return { item, trip, name, isLive }
    })
}
