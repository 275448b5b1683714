/** Clients that create trips as fast as they are answered, until the service is gone. */
import http from 'node:http'

export interface LoadOutcome {
  /** The ids of the trips whose creation was answered 201. */
  acknowledged: Set<number>
  /** Other answers. */
  refusals: string[]
  /** Requests that were sent and not answered. */
  failures: string[]
}

/**
 * Runs `clients` clients, each with its own connection, until their connections are refused;
 * `outcome` grows meanwhile.
 */
export function load(
  url: string,
  clients: number,
  headers: Record<string, string>,
): { outcome: LoadOutcome; done: Promise<unknown> } {
  const outcome: LoadOutcome = { acknowledged: new Set(), refusals: [], failures: [] }
  const one = async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    try {
      while (await create(`${url}/v1/trips`, agent, headers, outcome));
    } finally {
      agent.destroy()
    }
  }
  return { outcome, done: Promise.all(Array.from({ length: clients }, one)) }
}

/** Creates one trip; false when the service does not take connections any more. */
async function create(
  url: string,
  agent: http.Agent,
  headers: Record<string, string>,
  { acknowledged, refusals, failures }: LoadOutcome,
): Promise<boolean> {
  try {
    const { status, text } = await send(url, agent, headers)
    if (status === 201) acknowledged.add(JSON.parse(text).id)
    else refusals.push(`${status} ${text}`)
    return true
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED') return false
    failures.push(code ?? message)
    return failures.length < 1000
  }
}

function send(
  url: string,
  agent: http.Agent,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; text: string }> {
  const options = {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', ...headers },
  }
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode, text }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(JSON.stringify({ name: 'Lisbon' }))
  })
}
