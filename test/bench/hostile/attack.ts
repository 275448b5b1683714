/** Plays one attack, in a process of its own: it holds up neither the service nor the watch. */
import { attacks } from './attacks.ts'

interface Order {
  name: string
  port: number
  smtpPort: number
  domain: string
  seconds: number
}

process.on('message', ({ name, seconds, ...target }: Order) => {
  const until = performance.now() + seconds * 1_000
  const attack = attacks[name]
  if (!attack) throw new Error(`unknown attack ${name}`)
  attack({ ...target, until })
    .then((said) => typeof said === 'string' && process.send?.(said))
    .finally(() => process.exit(0))
})
