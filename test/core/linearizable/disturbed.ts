/** Toxiproxy between the service and its database (`TOXIPROXY` names the program). */

import { freePorts } from '../../free-ports.ts'
import { eventually } from '../../fresh-database.ts'
import type { OpenedDeployment } from '../../operations/scale/deployment.ts'
import { programDirectory, start } from '../../operations/scale/programs.ts'

/** Delays of both directions, resets of connections, and bytes that do not arrive. */
export type Toxic =
  | { type: 'latency'; attributes: { latency: number; jitter: number } }
  | { type: 'reset_peer' | 'timeout'; attributes: { timeout: number } }

export interface DisturbedConnection {
  /** The database through the proxy. */
  url: string
  /** Until it is healed, this happens to connections. */
  disturb(toxic: Toxic): Promise<void>
  heal(): Promise<void>
}

/** A proxy to the server at that URL. */
export async function disturbable(
  server: string,
  opened: OpenedDeployment,
): Promise<DisturbedConnection> {
  const { api, listen } = await freePorts('api', 'listen')
  const directory = programDirectory()
  opened.add(() => directory.remove())
  const words = ['-host', '127.0.0.1', '-port', String(api)]
  const program = start(process.env.TOXIPROXY ?? 'toxiproxy-server', words, {
    cwd: directory.path,
    env: { LOG_LEVEL: 'error' },
  })
  opened.add(() => program.end('SIGKILL'))
  const ask = async (method: string, path: string, body?: object) => {
    const content = body && { body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${api}${path}`, { method, ...content })
    if (!answer.ok) throw new Error(`Toxiproxy answered ${answer.status}: ${await answer.text()}`)
  }
  const isUp = () =>
    ask('GET', '/version').then(
      () => true,
      () => false,
    )
  await eventually(isUp, 60_000)
  const url = new URL(server)
  await ask('POST', '/proxies', {
    name: 'database',
    listen: `127.0.0.1:${listen}`,
    upstream: url.host,
  })
  url.port = String(listen)
  return {
    url: url.href,
    async disturb(toxic) {
      for (const stream of ['upstream', 'downstream']) {
        const name = `${toxic.type} ${stream}`
        await ask('POST', '/proxies/database/toxics', { name, stream, ...toxic })
      }
    },
    heal: () => ask('POST', '/reset'),
  }
}
