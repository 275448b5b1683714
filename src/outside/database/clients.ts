/** Clients of a PostgreSQL server: how their sessions are set, and which servers they refuse. */
import pg from 'pg'
import { standbyMessage } from './failures.ts'

const connectTimeoutMs = 2_000

/** Parameters of the startup message; `pg` has settings for some of them only. */
export type SessionParameters = Record<string, string>

/** What `pg` keeps to itself of a client; its types leave this out. */
interface Internals {
  getStartupConf(): SessionParameters
  connection: {
    on(event: 'parameterStatus', listener: (status: Status) => void): void
  }
}

interface Status {
  parameterName: string
  parameterValue: string
}

/** A class of clients whose sessions begin with these parameters. */
export function clientsWith(parameters: SessionParameters): typeof PromptClient {
  return class extends PromptClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      const internals = this as unknown as Internals
      const startup = internals.getStartupConf.bind(this)
      internals.getStartupConf = () => ({ ...startup(), ...parameters })
    }
  }
}

/** Gives up on a server that does not respond earlier than the pool, whose limit is for waiting. */
class PromptClient extends pg.Client {
  /** As the server said when the session began, or was promoted since. */
  isStandby = false

  constructor(config?: string | pg.ClientConfig) {
    super({ ...(config as pg.ClientConfig), connectionTimeoutMillis: connectTimeoutMs })
    const { connection } = this as unknown as Internals
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
    })
  }
}

/**
 * Refuses a connection that led to a standby: in a failover, a proxy may lead to a server that is
 * not promoted yet, or no longer the primary, where reads would return old data
 * (test/operations/scale/failover).
 */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  if (client instanceof PromptClient && client.isStandby) throw new Error(standbyMessage)
}
