/** schema.org markup in a page of HTML: JSON-LD in scripts, microdata and RDFa, as plain nodes. */
import { Parser } from 'htmlparser2'
import { parseLenient } from './lenient-json.ts'
import type { MarkupBudget, Node } from './markup.ts'
import { Microdata } from './microdata.ts'
import { plainNodes } from './plain-nodes.ts'

/** Open tags; the time to read them grows with the square of it. */
const deepestTag = 500

const isJson = (type = '') => /^\s*(application|text)\/((ld\+)?json|json\+ld)\b/i.test(type)

/** JSON as nodes; within the budget of the message. */
export function jsonNodes(texts: readonly string[], budget: MarkupBudget): Node[] {
  const values: unknown[] = []
  for (const text of texts) {
    budget.json -= text.length
    if (budget.json < 0) throw new Error('the markup is too large')
    values.push(parseLenient(text))
  }
  return plainNodes(values, budget)
}

/** The texts of scripts with JSON, and what elements say; broken HTML is read as browsers do. */
function read(html: string): { scripts: string[]; items: Node[] } {
  const scripts: string[] = []
  const microdata = new Microdata(html)
  let [depth, script, hidden]: [number, string | undefined, number] = [0, undefined, 0]
  const isHidden = (name: string) => name === 'script' || name === 'style'
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1
        if (depth > deepestTag) throw new Error('the tags are nested too deeply')
        if (isHidden(name)) hidden += 1
        if (name === 'script' && isJson(attributes.type)) script = ''
        microdata.open(name, attributes)
      },
      ontext: (text) => {
        if (script !== undefined) script += text
        else if (hidden === 0) microdata.text(text)
      },
      onclosetag: (name) => {
        if (name === 'script' && script !== undefined) scripts.push(script)
        if (name === 'script') script = undefined
        if (isHidden(name)) hidden -= 1
        microdata.close()
        depth -= 1
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )
  parser.write(html)
  parser.end()
  return { scripts, items: microdata.items() }
}

/** A body that was escaped for a transport that then did not undo it: `type=3D"…"`. */
const isEscaped = (html: string) => /\b(type|itemscope|itemtype|typeof)=3D["']/i.test(html)

function unescaped(html: string): string {
  const bytes = html
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/(?:=[\dA-F]{2})+/gi, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString())
  return bytes
}

/**
 * The top nodes of a page, in order, for each form that they are written in: what JSON-LD says, and
 * what elements say. Throws for tags and markup beyond all bounds.
 */
export function formsIn(html: string, budget: MarkupBudget): Node[][] {
  if (!/\bjson\b|itemscope|itemtype|typeof/i.test(html)) return []
  const { scripts, items } = read(isEscaped(html) ? unescaped(html) : html)
  return [jsonNodes(scripts, budget), plainNodes(items, budget)].filter(({ length }) => length > 0)
}
