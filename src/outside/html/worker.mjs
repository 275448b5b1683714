/** The start of the worker thread of cleaner.ts: JavaScript, because a thread has no loader yet. */
import { register } from 'tsx/esm/api'

register()
await import('./clean.ts')
