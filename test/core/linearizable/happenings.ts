/** What happens to the service and its database in the middle of a history. */
import { pause } from '../../fresh-database.ts'
import type { Toxic } from './disturbed.ts'
import type { MortalProcess, Surroundings } from './surroundings.ts'

/** Resolves once it is over. */
export type Happening = (around: Surroundings, random: () => number) => Promise<void>

const one = ({ processes }: Surroundings, random: () => number): MortalProcess =>
  processes[random() % 2] as MortalProcess

async function reborn(process: MortalProcess): Promise<void> {
  await process.kill()
  await process.start()
}

const toxic =
  (of: Toxic, milliseconds: number): Happening =>
  async ({ connection }) => {
    await connection.disturb(of)
    await pause(milliseconds)
    await connection.heal()
  }

const clock =
  (days: number): Happening =>
  async (around, random) => {
    one(around, random).setClock(days)
    await pause(1_500)
    // Its start reads the clock, too.
    if (random() % 2) await reborn(one(around, random))
  }

export const happenings = {
  nothing: async () => {},
  'a process is killed': (around, random) => reborn(one(around, random)),
  'both processes are killed': async ({ processes }) => {
    await Promise.all(processes.map(reborn))
  },
  'the database server is killed': ({ loseServer }) => loseServer(),
  'the database is slow': toxic(
    { type: 'latency', attributes: { latency: 20, jitter: 60 } },
    1_500,
  ),
  'connections are reset': toxic({ type: 'reset_peer', attributes: { timeout: 20 } }, 800),
  'nothing arrives': toxic({ type: 'timeout', attributes: { timeout: 300 } }, 1_000),
  'a clock is set ahead': clock(3),
  'a clock is set back': clock(-3),
} satisfies Record<string, Happening>
export type HappeningName = keyof typeof happenings
