/** Requests to the running service, as its clients send them. */

/** A person of the demo, with the key of a login. */
export interface DemoPerson {
  id: number
  name: string
  username: string
  password: string
  key: string
}

interface DemoBody {
  id: number
  [key: string]: unknown
}

/** Sends one request and returns its JSON; throws an Error with the response if it is refused. */
export async function send(
  url: string,
  method: string,
  { authorization, body }: { authorization?: string; body?: unknown } = {},
): Promise<DemoBody> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(authorization && { authorization }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${text}`)
  return text === '' ? { id: 0 } : JSON.parse(text)
}

/** A client of REST and GraphQL with these credentials. */
export function demoClient(base: string, authorization: string) {
  return {
    post: (path: string, body: unknown) => send(base + path, 'POST', { authorization, body }),
    patch: (path: string, body: unknown) => send(base + path, 'PATCH', { authorization, body }),
    get: (path: string) => send(base + path, 'GET', { authorization }),
    /** The value of a GraphQL operation's only field. */
    async graphql(query: string, variables: object): Promise<unknown> {
      const body = { query, variables }
      const { data, errors } = await send(`${base}/graphql`, 'POST', { authorization, body })
      if (errors) throw new Error(`GraphQL: ${JSON.stringify(errors)}`)
      return Object.values(data as object)[0]
    },
  }
}

export type Client = ReturnType<typeof demoClient>

/** Uploads a file as clients do, and returns the prepared upload. */
export async function upload(
  client: Client,
  body: Record<string, unknown>,
  bytes: Uint8Array,
): Promise<Record<string, string>> {
  const prepared = await client.post('/v1/storage/uploads', body)
  // fetch sets the length itself.
  const { 'Content-Length': _, ...headers } = prepared.headers as Record<string, string>
  const url = prepared.upload_url as string
  const response = await fetch(url, {
    method: 'PUT',
    headers,
    body: bytes as Uint8Array<ArrayBuffer>,
  })
  if (!response.ok) throw new Error(`The upload returned ${response.status}`)
  return prepared as unknown as Record<string, string>
}

/** Attaches a file to a trip or, by its path below the trip, to an itinerary item. */
export async function attach(
  client: Client,
  place: { tripId: number; kind?: string; id?: number },
  file: { filename: string; contentType: string; title: string; bytes: Uint8Array },
): Promise<void> {
  const { tripId, kind = 'trip', id = tripId } = place
  const prepared = await upload(
    client,
    {
      purpose: 'document',
      filename: file.filename,
      content_type: file.contentType,
      content_length: file.bytes.length,
      parent_type: kind,
      parent_id: id,
    },
    file.bytes,
  )
  const below = kind === 'trip' ? '' : `/${kind}/${id}`
  await client.post(`/v1/trip/${tripId}${below}/documents`, {
    url: prepared.object_key,
    file_type: file.contentType,
    title: file.title,
    upload_token: prepared.upload_token,
  })
}
