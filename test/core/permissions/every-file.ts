/** Named under `setupFiles` of vitest.config.ts: looks at every test file (target Z5). */
import { watchRun } from './whole-run.ts'

watchRun()
