/** Formats SQL for people: one clause per line, content of parentheses indented. */

/** A word, a quoted text, a comma, or the content of parentheses. */
type Part = { text: string; within?: Part[]; isApart: boolean }

const columns = 100
const token = /(\s*)('(?:[^']|'')*'|"[^"]*"|[(),]|[^\s(),'"]+)/g

/** Keywords that begin a line. `for update` is one of them; its `update` does not begin a write. */
const clauses = [
  ...['select', 'from', 'where', 'and', 'union all', '((left|cross) )?join', 'group by'],
  ...['order by', 'limit', 'window', 'returning', 'insert into', 'on conflict', 'do nothing'],
  ...['do update set', 'update', 'set', 'delete from', 'with (?!ordinality)'],
  'for (share|update|no key update|key share)',
]
const clause = new RegExp(`^(${clauses.join('|')})\\b`)

function partsOf(sql: string): Part[] {
  const open: Part[][] = [[]]
  for (const [, space, text = ''] of sql.matchAll(token)) {
    if (text === ')') {
      open.pop()
      continue
    }
    const within: Part[] = []
    open.at(-1)?.push({ text, isApart: space !== '', ...(text === '(' && { within }) })
    if (text === '(') open.push(within)
  }
  return open[0] ?? []
}

const flat = (parts: readonly Part[]): string =>
  parts
    .map(({ text, within, isApart }, at) => {
      const gap = isApart && at > 0 ? ' ' : ''
      return within ? `${gap}(${flat(within)})` : gap + text
    })
    .join('')

/** The parts grouped by clause; the words of a clause's name stay together. */
function clausesOf(parts: readonly Part[]): Part[][] {
  const found: Part[][] = []
  let named = 0
  for (const [at, part] of parts.entries()) {
    named -= 1
    const [name] = clause.exec(`${flat(parts.slice(at, at + 4))} `) ?? []
    if (named <= 0 && name !== undefined) {
      named = name.trim().split(' ').length
      found.push([])
    }
    if (found.length === 0) found.push([])
    found.at(-1)?.push(part)
  }
  return found
}

/** The parts in groups; a new group begins at each part where `isCut` is true. */
function cut(parts: readonly Part[], isCut: (part: Part, before: Part) => boolean): Part[][] {
  const found: Part[][] = []
  for (const [at, part] of parts.entries()) {
    const before = parts[at - 1]
    if (before === undefined || isCut(part, before)) found.push([])
    found.at(-1)?.push(part)
  }
  return found
}

/**
 * A clause in filled lines: by elements of its list if each fits on a line, else by words, else
 * with broken parentheses.
 */
function linesOf(parts: readonly Part[], indent: string): string {
  const inner = `${indent}  `
  const lines = [indent]
  const add = (text: string) => {
    const line = lines.pop() as string
    if (line.trim() === '') lines.push(line + text)
    else if (line.length + 1 + text.length <= columns) lines.push(`${line} ${text}`)
    else lines.push(line, inner + text)
  }
  const isTooLong = (some: readonly Part[]) => inner.length + flat(some).length > columns
  for (const element of cut(parts, (_, before) => before.text === ',')) {
    if (!isTooLong(element)) {
      add(flat(element))
      continue
    }
    if (lines.length > 1 || lines[0] !== indent) lines.push(inner)
    for (const word of cut(element, ({ isApart }) => isApart)) {
      if (isTooLong(word) && word.some(({ within }) => within)) addBroken(lines, word)
      else add(flat(word))
    }
  }
  return lines.join('\n')
}

/** Adds a word with its parentheses, such as `coalesce(...)`, over several lines. */
function addBroken(lines: string[], word: readonly Part[]): void {
  const at = word.findIndex(({ within }) => within)
  const line = lines.pop() as string
  const indent = /^ */.exec(line)?.[0] ?? ''
  const gap = line === indent ? '' : ' '
  lines.push(`${line}${gap}${flat(word.slice(0, at))}(`)
  lines.push(formatted(word[at]?.within ?? [], `${indent}  `))
  lines.push(`${indent})${flat(word.slice(at + 1))}`)
}

function formatted(parts: readonly Part[], indent: string): string {
  const isShort = indent.length + flat(parts).length <= columns
  if (isShort) return indent + flat(parts)
  return clausesOf(parts)
    .map((one) => linesOf(one, one[0]?.text === 'and' ? `${indent}  ` : indent))
    .join('\n')
}

/** The same statement with different white space. */
export const formattedSql = (sql: string) => formatted(partsOf(sql), '')
