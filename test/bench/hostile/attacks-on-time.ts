/** Attacks on the time of the one thread, and the honest user who uses most of it. */
import { getIntrospectionQuery } from 'graphql'
import { type Attack, aliases, call, graphql, repeatedly, together } from './calls.ts'
import { ids, keys } from './data.ts'

const fullList = `{ trips(first: 100) { count results { id name timezone description startsAt endsAt
  ownerId collaboratorsCount guests { id name } activities(first: 20) {
  results { id name startsAt endsAt address description } } } } }`
const fifteenTexts = `{ trip(id: ${ids.longTrip}) { activities(first: 100) { results {
  ${Array.from({ length: 15 }, (_, n) => `a${n}: description`).join(' ')} } } } }`
const mails = '{ inbox(first: 3) { results { content } } }'
const fourteenImages = `{ inboxEmail(id: ${ids.imageEmail}) { ${aliases('safeContent')} } }`

/** So many at once without an account, and the same again once all are answered. */
const introspections =
  (count: number): Attack =>
  (target) => {
    const body = { query: getIntrospectionQuery() }
    const all = () => Array.from({ length: count }, () => call(target, { path: '/graphql', body }))
    return together(1, target, () => Promise.all(all()))
  }

export const attacksOnTime: Record<string, Attack> = {
  // Not an attack: what time shares cost the user who uses most.
  'an honest user with one full GraphQL list after another': async (target) => {
    let lists = 0
    const begun = performance.now()
    await together(1, target, async () => {
      lists += (await call(target, graphql(fullList, keys.hera))) === 200 ? 1 : 0
    })
    const seconds = (performance.now() - begun) / 1_000
    return `The honest user got ${(lists / seconds).toFixed(1)} lists a second.`
  },
  '15. 60 introspections at once without an account': introspections(60),
  '15. 230 introspections at once without an account': introspections(230),
  '15. introspections that are never the same': (target) =>
    together(8, target, () => {
      const query = `${getIntrospectionQuery()} # ${Math.random()}`
      return call(target, { path: '/graphql', body: { query } })
    }),
  '15. one text of 20 kB 15 times on 100 rows, four at once': repeatedly(
    4,
    graphql(fifteenTexts, keys.mallory),
  ),
  '15. the same by two accounts': repeatedly(
    8,
    graphql(fifteenTexts, keys.mallory),
    graphql(fifteenTexts.replace(`id: ${ids.longTrip}`, `id: ${ids.tripOfMoe}`), keys.moe),
  ),
  '15. three mails of 10 MB, four at once': repeatedly(4, graphql(mails, keys.mallory)),
  '15. fourteen times the safe content of a mail': repeatedly(
    4,
    graphql(fourteenImages, keys.mallory),
  ),
  '15. GET /v1/trips?fields=id with 12,000 long trips, two at once': repeatedly(2, {
    path: '/v1/trips?fields=id',
    key: keys.mel,
  }),
}
