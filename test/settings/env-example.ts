/** Renders `.env.example` from the settings; run by itself it writes it, a test compares it. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { SettingRow } from '../../src/settings/rows.ts'
import { topics } from '../../src/settings/topics.ts'

const head =
  'Settings of the service. Copy this file to .env and remove the # in front of the lines you ' +
  'change. Environment variables take precedence over .env, and an empty value counts as unset ' +
  'unless it says otherwise. The values shown are the defaults.'

/** The text as lines of a comment, at most 100 columns wide. */
function comment(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? '#'} ${word}`
    if (lines.length > 0 && longer.length <= 100) lines[lines.length - 1] = longer
    else lines.push(`# ${word}`)
  }
  return lines.map((line) => `${line}\n`).join('')
}

/** The text of `.env.example`: every setting by topic, switched off, with its default. */
export function envExample(): string {
  const parts = Object.values(topics).flatMap(({ title, rows, ...rest }) => [
    `\n## ${title}\n${'about' in rest ? comment(rest.about) : ''}`,
    ...Object.values<SettingRow<unknown>>(rows).map(({ name, about, default: value = '' }) => {
      const text = /[\s#<>]/.test(value) ? `"${value}"` : value
      return `\n${comment(about)}#${name}=${text}\n`
    }),
  ])
  return comment(head) + parts.join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../../.env.example', import.meta.url), envExample())
}
