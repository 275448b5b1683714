/**
 * `npm run mock`: serves the mocked schema at http://127.0.0.1:$PORT/graphql, by default 3000.
 * TRUSTED_DOCUMENTS works as for the service.
 */
import { readFile } from 'node:fs/promises'
import { root } from '../../base/root.ts'
import { mockServer } from './server.ts'

const { PORT, TRUSTED_DOCUMENTS = '' } = process.env
const paths = TRUSTED_DOCUMENTS.split(',').map((path) => path.trim())
const trusted = paths.filter((path) => path !== '')
try {
  const sdl = await readFile(new URL('schema/public.graphql', root), 'utf8')
  const app = await mockServer(sdl, trusted)
  const url = await app.listen({ host: '127.0.0.1', port: Number(PORT || 3000) })
  process.stdout.write(`GraphQL  ${url}/graphql (mocked data; nothing is stored)\n`)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  process.stderr.write(code === 'EADDRINUSE' ? `${message}. Set another PORT.\n` : `${message}\n`)
  process.exitCode = 1
}
