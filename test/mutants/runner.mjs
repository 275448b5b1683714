/**
 * Stryker's runner of vitest, which starts a worker and loads every module for each mutant; here
 * the worker is kept, with its database and application. So that no mutant is judged by what an
 * earlier one left behind, what has killed one must pass in the same worker without it, and what
 * survives is tried again in a new one.
 */
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { ForksPoolWorker } from 'vitest/node'

const require = createRequire(`${process.env.MUTANTS_TOOLS}/`)
const { VitestTestRunner } = await import(
  require.resolve('@stryker-mutator/vitest-runner').replace(/index\.js$/, 'vitest-test-runner.js')
)
const { declareFactoryPlugin } = await import(require.resolve('@stryker-mutator/api/plugin'))

/** The process that is kept, and how many runs it has served; each leaves a listener in it. */
let kept
let runs = 0

const { start, send } = ForksPoolWorker.prototype
Object.assign(ForksPoolWorker.prototype, {
  async start() {
    this._fork = kept
    await start.call(this)
    kept = this._fork
    kept.setMaxListeners(0)
  },
  send(message) {
    if (message.type !== 'stop') return send.call(this, message)
    this._fork.emit('message', { type: 'stopped', __vitest_worker_response__: true })
  },
  async stop() {
    for (const stream of [this._fork.stdout, this._fork.stderr]) stream.unpipe()
    // Not those of Node itself, which open and close the channel.
    for (const event of ['message', 'error', 'exit']) this._fork.removeAllListeners(event)
    this._fork = undefined
  },
})

async function restart() {
  runs = 0
  const old = kept
  kept = undefined
  if (!old || old.exitCode !== null || old.signalCode !== null) return
  const gone = once(old, 'exit')
  old.kill('SIGKILL')
  await gone
}

class KeptRunner extends VitestTestRunner {
  async init() {
    await super.init()
    // In a thread, the embedded database does not start.
    for (const { config } of this.ctx.projects) config.pool = 'forks'
  }

  async mutantRun(options) {
    if (++runs % 100 === 0) await restart()
    const result = await super.mutantRun(options)
    if (await this.isCertain(options, result)) return result
    await restart()
    return super.mutantRun(options)
  }

  /** Whether a new worker would judge alike: there, nothing is cached that hides the mutant. */
  async isCertain(options, { status, killedBy }) {
    if (status !== 'killed') return status !== 'survived'
    const without = { ...options, activeMutant: { id: 'none' }, testFilter: killedBy }
    return (await super.mutantRun(without)).status === 'survived'
  }

  async dispose() {
    await restart()
    await super.dispose()
  }
}

function keptRunner(injector) {
  return injector.provideValue('globalNamespace', '__stryker__').injectClass(KeptRunner)
}
keptRunner.inject = ['$injector']

export const strykerPlugins = [declareFactoryPlugin('TestRunner', 'kept', keptRunner)]
