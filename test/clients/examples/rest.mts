// rest.mts
import createClient from 'openapi-fetch'
import type { paths } from '../paths.d.ts'

const { TRIPS_URL = 'http://127.0.0.1:3000', TRIPS_KEY } = process.env
const headers = { authorization: `Token ${TRIPS_KEY}` }
const client = createClient<paths>({ baseUrl: TRIPS_URL, headers })

const { data, error } = await client.POST('/v1/trips', { body: { name: 'Lisbon' } })
if (error) throw new Error(JSON.stringify(error))
console.log(data?.id, data?.name)
