/** The service itself: whether it runs with these settings, else what uses its port. */
import { createServer } from 'node:net'
import { type Config, hostInUrl } from '../../settings/config.ts'
import { type Check, failed, noteClock, ok, type Patient, warning } from './checks.ts'

const patience = 3000

/** The state of a service at the configured address. */
export async function stateOfService({ host, port }: Config): Promise<Patient['service']> {
  const url = `http://${hostInUrl(host)}:${port}/readyz`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patience), redirect: 'manual' })
    const text = (await answer.text()).slice(0, 100)
    if (/^\{"status":"ok"\}$/.test(text)) return 'ready'
    return /^\{"status":"unavailable"\}$/.test(text) ? 'unavailable' : 'stranger'
  } catch {
    return 'absent'
  }
}

/** Undefined if this process could listen there, else the system's error code. */
export function portFault(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

export const port: Check = {
  name: 'service',
  async run({ config: { host, port: number }, service }) {
    const place = `${hostInUrl(host)}:${number}`
    if (service === 'ready') return ok(`The service runs on ${place} and is ready.`)
    if (service === 'unavailable')
      return failed(`The service runs on ${place} but is not ready; see its log and what follows.`)
    const stranger = `Another program answers on ${place}; stop it, or set another PORT.`
    if (service === 'stranger') return failed(stranger)
    const fault = await portFault(number, host)
    if (fault === undefined) return ok(`The service is not running; ${place} is free.`)
    if (fault === 'EADDRINUSE') return failed(stranger)
    return failed(`The service could not listen on ${place} (${fault}); check HOST and PORT.`)
  },
}

export const publicUrl: Check = {
  name: 'public URL',
  async run(patient) {
    const { config, service } = patient
    const { baseUrl } = config
    if (baseUrl === undefined || service === 'absent') return undefined
    const url = `${baseUrl}/healthz`
    const answer = await fetch(url, { signal: AbortSignal.timeout(patience) }).catch(
      () => undefined,
    )
    if (answer) noteClock(patient, 'the public URL', answer)
    if (answer?.ok) return ok(`${baseUrl} leads to the service.`)
    const what = answer ? `answers ${answer.status}` : 'cannot be reached from this machine'
    return warning(`${url} ${what}; check BASE_URL, DNS and the proxy.`)
  },
}
