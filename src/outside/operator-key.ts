/**
 * The operators' key (test/outside/operator-key): the setting, else a random one kept in the data
 * directory.
 */
import { join } from 'node:path'
import { keptSecret } from './kept-secret.ts'

export interface OperatorKey {
  key: string
  /** Where to find it, for the line at start-up: the key itself is never printed. */
  source: string
}

/**
 * `config.operatorKey`, or the content of `operator.key` (mode 0600) in the data directory, which
 * the first start fills with 160 random bits in hexadecimal. Throws as `keptSecret` does.
 */
export async function operatorKey(config: {
  operatorKey: string | undefined
  dataDir: string
}): Promise<OperatorKey> {
  if (config.operatorKey !== undefined) {
    return { key: config.operatorKey, source: 'set by OPERATOR_KEY' }
  }
  const key = await keptSecret(config.dataDir, 'operator.key', 20)
  return { key, source: join(config.dataDir, 'operator.key') }
}
