/**
 * The JSON scripts of a page, without its other elements, which take twice as long: most pages have
 * no items (test/mail/reading/markup/scripts).
 */
import { Parser } from 'htmlparser2'

/** Maximum open tags, because reading time is quadratic in them. */
const maxOpenTags = 500

/** Throws if a page has more open tags than can be read. */
export function surelyShallow(openTags: number): void {
  if (openTags > maxOpenTags) throw new Error('the tags are nested too deeply')
}

const isJson = (type: string) => /^\s*(application|text)\/((ld\+)?json|json\+ld)\b/i.test(type)

export function scriptsIn(html: string): string[] {
  const scripts: string[] = []
  let [name, openTags]: [string, number] = ['', 0]
  let [type, script]: [string | undefined, string | undefined] = [undefined, undefined]
  const parser = new Parser({
    onopentagname: (opened) => {
      openTags += 1
      surelyShallow(openTags)
      name = opened
      type = undefined
    },
    onattribute: (attribute, value) => {
      if (name !== 'script' || attribute !== 'type') return
      // The first of several counts.
      type ??= value
      if (isJson(type)) script = ''
    },
    ontext: (text) => {
      if (script !== undefined) script += text
    },
    onclosetag: (closed) => {
      openTags -= 1
      if (closed !== 'script') return
      if (script !== undefined) scripts.push(script)
      script = undefined
    },
  })
  parser.end(html)
  return scripts
}
