// graphql.mts
import { TripsDocument, type TripsQuery } from '../generated/graphql.ts'

const { TRIPS_URL = 'http://127.0.0.1:3000', TRIPS_KEY } = process.env
const headers = { authorization: `Token ${TRIPS_KEY}`, 'content-type': 'application/json' }

const body = JSON.stringify({ query: TripsDocument })
const answer = await fetch(`${TRIPS_URL}/graphql`, { method: 'POST', headers, body })
const { data, errors } = (await answer.json()) as { data?: TripsQuery; errors?: object[] }
if (errors) throw new Error(JSON.stringify(errors))
for (const { id, name } of data?.trips.results ?? []) console.log(id, name)
