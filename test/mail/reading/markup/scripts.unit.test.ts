/** Inbound mail: the scripts of a page are those that a parser of all its elements finds. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { scriptsIn } from '../../../../src/mail/reading/markup/scripts.ts'
import { readMessage } from '../../../../src/mail/reading/mime/message.ts'

/** The JSON scripts by a parser that knows which elements are open. */
function scriptsOfElements(html: string): string[] {
  const scripts: string[] = []
  let script: string | undefined
  const parser = new Parser({
    onopentag: (name, { type = '' }) => {
      if (name === 'script' && /^\s*(application|text)\/((ld\+)?json|json\+ld)\b/i.test(type))
        script = ''
    },
    ontext: (text) => {
      if (script !== undefined) script += text
    },
    onclosetag: (name) => {
      if (name === 'script' && script !== undefined) scripts.push(script)
      if (name === 'script') script = undefined
    },
  })
  parser.end(html)
  return scripts
}

const corpus = join(import.meta.dirname, '../corpus')

describe('17 Inbound mail: the JSON scripts of a page', () => {
  it('are the same by both ways in every page of the corpus', async () => {
    let found = 0
    for (const name of readdirSync(corpus).filter((file) => file.endsWith('.eml'))) {
      const { html, text, documents } = await readMessage(readFileSync(join(corpus, name)))
      for (const page of [html, text, ...documents.map((one) => one.text)]) {
        const scripts = scriptsIn(page)
        expect({ name, scripts }).toEqual({ name, scripts: scriptsOfElements(page) })
        found += scripts.length
      }
    }
    expect(found).toBeGreaterThan(250)
  })

  const json = 'application/ld+json'
  it.each([
    ['in capitals', `<SCRIPT TYPE='${json}'>{"a":1}</SCRIPT >`],
    ['without quotes', `<p><script async type=${json}>{"a":1}</script>`],
    ['with an entity in its type', '<script type="application/ld&#43;json">{"a":"&amp;"}</script>'],
    ['of two types', `<script type="${json}" type="text/javascript">{"a":1}</script>`],
    ['of another type first', `<script type="text/javascript" type="${json}">1</script>`],
    ['without an end', `<script type="${json}">{"a":1}`],
    ['closed at once', `<script type="${json}" />{"a":1}<b>2</b></script>`],
    ['in a comment', `<!-- <script type="${json}">{"a":1}</script> -->`],
    ['in a title and a style', `<title><script type="${json}">1</script></title><style><script>`],
    ['with another tag inside', `<script type="${json}">{"a":"<b>1</b></p>"}</script>`],
    ['after a type of another element', `<a type="${json}">1</a><script>2</script>`],
  ])('are the same by both ways: %s', (_, page) => {
    expect(scriptsIn(page)).toEqual(scriptsOfElements(page))
  })

  it('are not read in a page whose tags are nested too deeply', () => {
    const page = (tags: number) => `${'<div>'.repeat(tags)}<script type="${json}">1</script>`
    expect(scriptsIn(page(499))).toEqual(['1'])
    expect(() => scriptsIn(page(500))).toThrow('nested too deeply')
    expect(scriptsIn(`${'<br><img>'.repeat(500)}${page(9)}`)).toEqual(['1'])
  })
})
