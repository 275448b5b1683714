/** What a bench has opened, and its end: by itself, by an error or by a signal. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { changesDocument } from '../spec/changes-document.ts'
import { built, repository } from '../tools/build/built.ts'
import { tripsDocument, tripsQuery } from './paths.ts'
import { startPostgres } from './postgres.ts'
import { type BenchServer, startServer } from './servers.ts'

export const effort = {
  seconds: Number(process.env.BENCH_SECONDS ?? 5),
  rounds: Number(process.env.BENCH_ROUNDS ?? 5),
}

export const serviceProgram = relative(repository, built('server'))

export const say = (text: string) => process.stdout.write(`${text}\n`)

export class OpenedBench {
  readonly #closers: (() => unknown)[] = []
  readonly directory = mkdtempSync(join(tmpdir(), 'bench-'))

  constructor() {
    this.add(() => rmSync(this.directory, { recursive: true, force: true }))
  }

  add(close: () => unknown): void {
    this.#closers.unshift(close)
  }

  /** The server of BENCH_DATABASE_URL, or one of its own. */
  async postgres(): Promise<string> {
    const { BENCH_DATABASE_URL: given } = process.env
    if (given) return given
    const { url, stop } = await startPostgres()
    this.add(stop)
    return url
  }

  /** A server, by default the service as it is built; its data is in a directory of that name. */
  async server(
    name: string,
    settings: Record<string, string>,
    program = serviceProgram,
  ): Promise<BenchServer> {
    const manifest = join(this.directory, 'persisted-documents.json')
    writeFileSync(
      manifest,
      JSON.stringify({ [tripsDocument]: tripsQuery, Changes: changesDocument }),
    )
    const common = { DATA_DIR: join(this.directory, name), TRUSTED_DOCUMENTS: manifest }
    const own = { ...common, ...settings }
    const server = await startServer(name, program, own, join(this.directory, `${name}.log`))
    this.add(() => server.stop())
    return server
  }

  async close(): Promise<void> {
    for (let close = this.#closers.shift(); close; close = this.#closers.shift()) {
      await Promise.resolve().then(close).catch(console.error)
    }
  }
}

/** Runs a bench; whatever happens, what it has opened is closed. */
export async function runBench(bench: (opened: OpenedBench) => Promise<void>): Promise<void> {
  const opened = new OpenedBench()
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => opened.close().then(() => process.exit(130)))
  }
  try {
    await bench(opened)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    await opened.close()
  }
}
