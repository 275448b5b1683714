/** What a service can get wrong, planted in its database or between it and its clients. */

import { pause } from '../../fresh-database.ts'
import type { LoadAnswer } from '../../operations/scale/client.ts'
import type { Sending } from './client.ts'
import type { HistoryRequest } from './requests.ts'

export interface PlantedFault {
  sentence: string
  /** The body of a trigger on a table, and when it is called. */
  trigger?: { on: string; body: string }
  /** What becomes of requests. */
  altered?: (sending: Sending) => Sending
}

/** Counts what it is about, and is true for each `every`th. */
function everyOne(every: number, is: (request: HistoryRequest) => boolean) {
  let count = 0
  return (request: HistoryRequest): boolean => {
    if (is(request)) count += 1
    return is(request) && count % every === 0
  }
}

const isRead = ({ method }: HistoryRequest) => method === 'GET'
const isWrite = ({ method, path }: HistoryRequest) =>
  method === 'PATCH' && /\/activity\/\d+$/.test(path)

const without = (request: HistoryRequest, name: string): HistoryRequest => {
  const { [name]: _, ...headers } = request.headers ?? {}
  return { ...request, headers }
}

const replaced = (answer: LoadAnswer, text: string): LoadAnswer => ({
  status: answer.status,
  headers: answer.headers,
  text,
  json: JSON.parse(text),
})

const inDatabase: PlantedFault[] = [
  {
    sentence: 'some writes are answered, and lost',
    trigger: {
      on: 'before update of name on activity',
      body: 'if old.version % 5 = 0 then new.name := old.name; end if; return new;',
    },
  },
  {
    sentence: 'a move leaves a copy behind',
    trigger: {
      on: 'after update of trip_id on activity',
      body: `if new.trip_id <> old.trip_id then
        insert into activity (trip_id, owner_id, name, internal_identifier)
        values (old.trip_id, old.owner_id, old.name, old.internal_identifier);
        end if; return null;`,
    },
  },
  {
    sentence: 'a removed member stays',
    trigger: { on: 'before delete on member', body: 'return null;' },
  },
  {
    sentence: 'some changes do not raise the version of an item',
    trigger: {
      on: 'before update of name on activity',
      body: `if old.version % 3 = 0 and new.trip_id = old.trip_id then
        new.version := old.version; end if; return new;`,
    },
  },
]

const betweenThem: PlantedFault[] = [
  {
    sentence: 'some writes are answered before they are done',
    altered: (sending) => {
      const isChosen = everyOne(3, isWrite)
      return async (request, user, agent) => {
        if (!isChosen(request)) return sending(request, user, agent)
        const read = { method: 'GET', path: request.path } as const
        const answer = await sending(read, user, agent)
        const isPlain = !request.headers?.['if-match']
        if (answer?.status !== 200 || !isPlain) return sending(request, user, agent)
        void pause(200).then(() => sending(request, user, agent))
        return answer
      }
    },
  },
  {
    sentence: 'some reads are answered from a cache',
    altered: (sending) => {
      const kept = new Map<string, LoadAnswer>()
      const isChosen = everyOne(2, isRead)
      return async (request, user, agent) => {
        const key = `${user} ${request.path}`
        const known = kept.get(key)
        if (known && isChosen(request)) return known
        const answer = await sending(request, user, agent)
        if (answer && isRead(request)) kept.set(key, answer)
        return answer
      }
    },
  },
  {
    sentence: 'If-Match is ignored',
    altered: (sending) => (request, user, agent) =>
      sending(without(request, 'if-match'), user, agent),
  },
  {
    sentence: 'idempotency keys are ignored',
    altered: (sending) => (request, user, agent) =>
      sending(without(request, 'idempotency-key'), user, agent),
  },
  {
    sentence: 'whom the owner has removed, or lets only see, can write all the same',
    altered: (sending) => async (request, user, agent) => {
      const answer = await sending(request, user, agent)
      const isRefused = answer?.status === 403 || answer?.status === 404
      return isWrite(request) && isRefused ? sending(request, 'olga', agent) : answer
    },
  },
  {
    sentence: 'changes leaves out what is gone',
    altered: (sending) => async (request, user, agent) => {
      const answer = await sending(request, user, agent)
      const isPage = answer?.text.startsWith('{"data":{"changes":')
      return answer && isPage
        ? replaced(answer, answer.text.replace(/"destroyed":\[.*?\]/, '"destroyed":[]'))
        : answer
    },
  },
]

export const plantedFaults: readonly PlantedFault[] = [...inDatabase, ...betweenThem]

/** Statements that plant a trigger, and take it away. */
export function statementsOf({ on, body }: NonNullable<PlantedFault['trigger']>) {
  const [, table] = / on (\w+)$/.exec(on) ?? []
  return {
    // Its name lets it be the last of its kind.
    plant: `create function zz_planted() returns trigger language plpgsql as $$
      begin ${body} end $$;
      create trigger zz_planted ${on} for each row execute function zz_planted()`,
    mend: `drop trigger zz_planted on ${table}; drop function zz_planted()`,
  }
}
