/** A PostgreSQL of the bench's own, made of the system's programs in a temporary directory. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './servers.ts'

const programsFolder = '/usr/lib/postgresql'
const serverUser = 'postgres'

/** As an ordinary small server is run; durable, so that a create waits for the disk. */
const settings = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '512MB',
  effective_cache_size: '2GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  jit: 'off',
  shared_preload_libraries: 'pg_stat_statements',
}

export interface Postgres {
  /** Of a superuser, on the database `postgres`. */
  url: string
  stop(): void
}

/** Throws an Error for people if the system has no server programs. */
export async function startPostgres(): Promise<Postgres> {
  const programs = newestPrograms()
  const directory = mkdtempSync(join(tmpdir(), 'bench-postgres-'))
  const data = join(directory, 'data')
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(directory, idOf('-u'), idOf('-g'))
  const run = (program: string, ...words: string[]) => {
    const command = [join(programs, program), ...words]
    // The server refuses to run as root.
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', serverUser, '--', ...command] : command
    execFileSync(file, rest, { stdio: ['ignore', 'ignore', 'inherit'], cwd: directory })
  }
  const port = await freePort()
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const flags = [`-p ${port}`, `-k ${directory}`, ...options].join(' ')
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8')
  run('pg_ctl', '-D', data, '-w', '-l', join(directory, 'log'), '-o', flags, 'start')
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function newestPrograms(): string {
  const versions = existsSync(programsFolder)
    ? readdirSync(programsFolder).map(Number).filter(Boolean)
    : []
  if (versions.length === 0) {
    throw new Error(
      `No PostgreSQL programs in ${programsFolder}: install PostgreSQL, or set BENCH_DATABASE_URL`,
    )
  }
  return join(programsFolder, String(Math.max(...versions)), 'bin')
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, serverUser], { encoding: 'utf8' }))
}
