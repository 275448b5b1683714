/**
 * Stryker's runner of vitest, which starts a thread and loads every module for each mutant; here
 * the thread is kept, with its database and application. So that no mutant is judged by what an
 * earlier one left behind, what has killed one must pass in the same thread without it.
 */
import { createRequire } from 'node:module'
import { ThreadsPoolWorker } from 'vitest/node'

const require = createRequire(`${process.env.MUTANTS_TOOLS}/`)
const { VitestTestRunner } = await import(
  require.resolve('@stryker-mutator/vitest-runner').replace(/index\.js$/, 'vitest-test-runner.js')
)
const { declareFactoryPlugin } = await import(require.resolve('@stryker-mutator/api/plugin'))

/** The thread that is kept, and how many runs it has served; each leaves a listener in it. */
let kept
let runs = 0

const { start, send } = ThreadsPoolWorker.prototype
Object.assign(ThreadsPoolWorker.prototype, {
  async start() {
    this._thread ??= kept
    await start.call(this)
    kept = this._thread
    kept.setMaxListeners(0)
  },
  send(message) {
    if (message.type !== 'stop') return send.call(this, message)
    this._thread.emit('message', { type: 'stopped', __vitest_worker_response__: true })
  },
  async stop() {
    for (const stream of [this._thread.stdout, this._thread.stderr]) stream.unpipe()
    for (const event of ['message', 'error', 'exit']) this._thread.removeAllListeners(event)
    this._thread = undefined
  },
})

async function restart() {
  runs = 0
  await kept?.terminate()
  kept = undefined
}

class KeptRunner extends VitestTestRunner {
  async mutantRun(options) {
    if (options.mutantActivation === 'static') {
      await restart()
      const result = await super.mutantRun(options)
      await restart()
      return result
    }
    if (++runs % 100 === 0) await restart()
    const result = await super.mutantRun(options)
    if (result.status !== 'killed') return result
    const without = { ...options, activeMutant: { id: 'none' }, testFilter: result.killedBy }
    if ((await super.mutantRun(without)).status === 'survived') return result
    await restart()
    return super.mutantRun(options)
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
