/** Named under `setupFiles` of vitest.config.ts: checks every test file (target Z5). */
import { watchRun } from './whole-run.ts'

watchRun()
