/** Reads schema.org markup in an HTML page: JSON-LD in scripts, microdata and RDFa. */
import { type Handler, Parser } from 'htmlparser2'
import { parseLenient } from './lenient-json.ts'
import type { MarkupBudget, Node } from './markup.ts'
import { Microdata } from './microdata.ts'
import { plainNodes } from './plain-nodes.ts'
import { scriptsIn, surelyShallow } from './scripts.ts'

/** The nodes in JSON texts, within the budget of the message. */
export function jsonNodes(texts: readonly string[], budget: MarkupBudget): Node[] {
  const values: unknown[] = []
  for (const text of texts) {
    budget.json -= text.length
    if (budget.json < 0) throw new Error('the markup is too large')
    values.push(parseLenient(text))
  }
  return plainNodes(values, budget)
}

const isHidden = (name: string) => name === 'script' || name === 'style'
const ofTables = /^(table|tbody|thead|tfoot|tr|td|th|html|body)$/

/** Ignores end tags of elements opened outside their table cell, as browsers do. */
class PageParser extends Parser {
  readonly #html: string
  readonly #open: readonly string[]

  constructor(handler: Partial<Handler>, html: string, open: readonly string[]) {
    super(handler, { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true })
    this.#html = html
    this.#open = open
  }

  override onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    if (name === this.#open.at(-1) || !this.#isOutsideOfCell(name)) super.onclosetag(start, end)
  }

  #isOutsideOfCell(name: string): boolean {
    const at = this.#open.lastIndexOf(name)
    if (at < 0 || ofTables.test(name)) return false
    return at < Math.max(this.#open.lastIndexOf('td'), this.#open.lastIndexOf('th'))
  }
}

/** The items of a page; broken HTML is read as browsers do. */
function itemsIn(html: string): Node[] {
  const microdata = new Microdata(html)
  const open: string[] = []
  let hidden = 0
  const handler: Partial<Handler> = {
    onopentag: (name, attributes) => {
      open.push(name)
      surelyShallow(open.length)
      if (isHidden(name)) hidden += 1
      microdata.open(name, attributes)
    },
    ontext: (text) => {
      if (hidden === 0) microdata.text(text)
    },
    onclosetag: (name) => {
      if (isHidden(name)) hidden -= 1
      microdata.close()
      open.pop()
    },
  }
  const parser = new PageParser(handler, html, open)
  parser.write(html)
  parser.end()
  return microdata.items()
}

/** A body that is still encoded as quoted-printable: `type=3D"…"`. */
const isEscaped = (html: string) => /\b(type|itemscope|itemtype|typeof)=3D["']/i.test(html)

function unescaped(html: string): string {
  return html
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/(?:=[\dA-F]{2})+/gi, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString())
}

/**
 * The top nodes of a page in order, for each form: JSON-LD, and elements. Throws if tags or markup
 * exceed the limits.
 */
export function formsIn(html: string, budget: MarkupBudget): Node[][] {
  const page = isEscaped(html) ? unescaped(html) : html
  const scripts = /\bjson\b/i.test(page) ? scriptsIn(page) : []
  const items = /itemscope|itemtype|typeof/i.test(page) ? itemsIn(page) : []
  return [jsonNodes(scripts, budget), plainNodes(items, budget)].filter(({ length }) => length > 0)
}
