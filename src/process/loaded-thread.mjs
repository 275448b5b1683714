// Starts a thread from the sources (threads.ts): registers the TypeScript loader, then imports the
// module.
import { register } from 'tsx/esm/api'

register()
await import(process.argv[2])
