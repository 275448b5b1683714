// The start of the thread of proving.ts: Node's workers do not inherit the loader of TypeScript.
import { register } from 'tsx/esm/api'

register()
await import('./prove-worker.ts')
