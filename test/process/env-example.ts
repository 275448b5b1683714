/** Renders `.env.example` from the settings; `npm run generate` writes it, a test compares it. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { settings } from '../../src/config.ts'

const head = [
  '# Settings of the service; copy this file to .env and remove the # before what you change.',
  '# The environment goes before .env. An empty value counts as unset.\n',
].join('\n')

/** The text of `.env.example`: every setting, switched off, with its default. */
export function envExample(): string {
  const lines = settings.map(({ name, about, default: value = '' }) => {
    const text = /[\s#<>]/.test(value) ? `"${value}"` : value
    return `\n# ${about}\n#${name}=${text}\n`
  })
  return head + lines.join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../../.env.example', import.meta.url), envExample())
}
