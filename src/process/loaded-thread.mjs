// A thread of the sources (threads.ts): loads the TypeScript loader, then the module it is given.
import { register } from 'tsx/esm/api'

register()
await import(process.argv[2])
