/** SQL as people read it: a clause on a line, what is within parentheses indented. */

/** A word, a quoted text, a comma, or what stands within parentheses. */
type Part = { text: string; within?: Part[]; isApart: boolean }

const columns = 100
const token = /(\s*)('(?:[^']|'')*'|"[^"]*"|[(),]|[^\s(),'"]+)/g

/** What begins a line. `for update` is one, and not the beginning of a write. */
const clauses = [
  ...['select', 'from', 'where', 'and', 'union all', '((left|cross) )?join', 'order by', 'limit'],
  ...['window', 'returning', 'insert into', 'update', 'set', 'with (?!ordinality)'],
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

/** The parts by clauses; the words of a clause's name stay together. */
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

/** The parts in groups, each of which ends before a part for which that is so. */
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
 * A clause, its lines filled: with the elements of its list where they fit into a line, else with
 * their words, else parentheses are broken.
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

/** A word with its parentheses, such as `coalesce(...)`, in several lines. */
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

/** The same statement, with other white space. */
export const formattedSql = (sql: string) => formatted(partsOf(sql), '')
