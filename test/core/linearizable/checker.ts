/** The judge of histories: `checker/`, a program that gives a model of trips to porcupine. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { HistoryOperation } from './operation.ts'

interface Ended {
  code: number
  text: string
}

function execute(program: string, words: string[], cwd: string, env = {}): Promise<Ended> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 }
  return new Promise((resolve) => {
    execFile(program, words, options, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0
      resolve({ code, text: `${stdout}${stderr}${code < 0 ? error?.message : ''}` })
    })
  })
}

export class Checker {
  readonly #directory = mkdtempSync(join(tmpdir(), 'trips-histories-'))
  readonly #built = this.#build()

  /** What it imports is there: `.ci/run` has downloaded it. */
  async #build(): Promise<string> {
    const program = join(this.#directory, 'checker')
    const source = fileURLToPath(new URL('checker', import.meta.url))
    const env = { GOFLAGS: '-mod=readonly', GOTOOLCHAIN: 'local' }
    const { code, text } = await execute('go', ['build', '-o', program, '.'], source, env)
    if (code !== 0) throw new Error(`the checker is not built: ${text}`)
    return program
  }

  /** Writes a history into a file of its own. */
  write(name: string, history: readonly HistoryOperation[]): string {
    const path = join(this.#directory, `${name}.jsonl`)
    writeFileSync(path, history.map((one) => `${JSON.stringify(one)}\n`).join(''))
    return path
  }

  /** What is wrong with the history in a file; empty if it is linearizable. */
  async judge(path: string): Promise<string> {
    const { code, text } = await execute(await this.#built, [path], this.#directory)
    if (code !== 0 && code !== 1) throw new Error(`the checker ended with ${code}: ${text}`)
    return code === 0 ? '' : text
  }

  /** Removes all files, but for histories that are to be looked at. */
  close(keep: boolean): void {
    if (!keep) rmSync(this.#directory, { recursive: true, force: true })
  }
}
