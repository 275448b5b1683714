/** Ports for programs that cannot choose one themselves. */
import { type AddressInfo, createServer } from 'node:net'

/** Ports that were free a moment ago, all different. */
export async function freePorts<const N extends string>(...names: N[]): Promise<Record<N, number>> {
  const servers = names.map(() => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => new Promise((done) => server.once('listening', done))))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return Object.fromEntries(names.map((name, at) => [name, ports[at]])) as Record<N, number>
}
