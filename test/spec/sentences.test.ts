/**
 * The list of all sentences under test is checked in as sentences.txt: adding, losing or rewording
 * one shows in a review. After a change on purpose: `UPDATE_SENTENCES=1 npx vitest run sentences`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const list = new URL('sentences.txt', import.meta.url)

/** A `describe`, `test` or `it`, perhaps with a table, and its name up to the closing quote. */
const named = /^ *(describe|test|it)\b(?:\.\w+\()?[\s\S]*?\(\s*(['"`])((?:\\.|(?!\2)[^\\])*)\2,/gm

async function sentences(): Promise<string> {
  const folder = new URL('.', import.meta.url)
  const files = (await readdir(folder)).filter((file) => /^\d.*\.test\.ts$/.test(file)).sort()
  const pages = files.map(async (file) => {
    const text = await readFile(new URL(file, folder), 'utf8')
    const names = [...text.matchAll(named)].map(([, kind, , name]) =>
      kind === 'describe' ? `\n${name}` : `  ${name}`,
    )
    return [`# ${file}`, ...names].join('\n')
  })
  return `${(await Promise.all(pages)).join('\n\n')}\n`
}

test('house: the sentences under test are those of test/spec/sentences.txt', async () => {
  const found = await sentences()
  if (process.env.UPDATE_SENTENCES) await writeFile(list, found)
  const hint = 'If this is on purpose: UPDATE_SENTENCES=1 npx vitest run sentences'
  expect(found, hint).toBe(await readFile(list, 'utf8'))
})
