/** `npm run mock`: serves the mocked schema at http://127.0.0.1:$PORT/graphql, by default 3000. */
import { readFile } from 'node:fs/promises'
import { root } from '../root.ts'
import { mockServer } from './server.ts'

const app = await mockServer(await readFile(new URL('schema/public.graphql', root), 'utf8'))
try {
  const url = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT || 3000) })
  process.stdout.write(`GraphQL  ${url}/graphql (mocked data; nothing is stored)\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}. Set another PORT.\n`)
  process.exitCode = 1
}
