/** Tries of operations in which one call goes wrong, and what is wrong with their outcome. */
import { randomUUID } from 'node:crypto'
import { settled } from '../../core/idempotency/interruptions.ts'
import { databaseUrl } from '../../world.ts'
import type { FailingApplication } from './application.ts'
import { type CallPlan, isMet, planned, unplanned } from './calls.ts'
import type { CoreOperation, CoreRequest } from './operation.ts'

interface Answered {
  status: number
  text: string
  /** The code of the refusal; undefined for a success. */
  code: string | undefined
}

const codes: Record<number, string> = {
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  507: 'INSUFFICIENT_STORAGE',
}

async function send(
  { app }: FailingApplication,
  { method, path: url, body, bytes, by, headers }: CoreRequest,
  key: string | undefined,
): Promise<Answered> {
  const { statusCode: status, payload: text } = await app.inject({
    ...{ method, url },
    headers: {
      ...(by && { authorization: `Token ${by.key}` }),
      ...(key && { 'idempotency-key': key }),
      ...headers,
    },
    ...(bytes ? { payload: bytes } : body !== undefined && { payload: body as object }),
  })
  const problems = url === '/graphql' ? JSON.parse(text).errors : undefined
  const code = problems?.[0]?.extensions.code ?? (status < 400 ? undefined : codes[status])
  return { status, text, code: code ?? (status < 400 ? undefined : String(status)) }
}

export interface CallTry extends Pick<CallPlan, 'kind' | 'at' | 'way'> {
  isKeyed: boolean
}

export interface TryResult {
  /** What was called until the answer. */
  made: string[]
  isMet: boolean
  problems: string[]
}

/** What an operation changes: rows, and for an upload objects. */
async function effectOf(
  failing: FailingApplication,
  { isUpload }: CoreOperation,
  before: string[],
) {
  if (databaseUrl) await settled()
  const rows = await failing.journal.take()
  if (!isUpload) return rows.filter((line) => !line.startsWith('upload '))
  const known = new Set(before)
  const added = (await failing.objects()).filter((name) => !known.has(name))
  return [...rows, ...added.map(() => 'object added')]
}

const same = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify([...one].sort()) === JSON.stringify([...other].sort())

/** The effect of an operation in which nothing goes wrong. */
export async function wholeEffect(
  failing: FailingApplication,
  operation: CoreOperation,
  isKeyed: boolean,
): Promise<string[]> {
  const request = await operation.make()
  const before = await failing.objects()
  await failing.journal.take()
  const { status, text, code } = await send(failing, request, isKeyed ? randomUUID() : undefined)
  if (code) throw new Error(`${operation.name}: ${status} ${text}`)
  return effectOf(failing, operation, before)
}

/** Tries an operation once, and once more after a failure. */
export async function attempt(
  failing: FailingApplication,
  operation: CoreOperation,
  whole: readonly string[],
  { kind, at, way, isKeyed }: CallTry,
): Promise<TryResult> {
  const request = await operation.make()
  const before = await failing.objects()
  await failing.journal.take()
  const key = isKeyed ? randomUUID() : undefined
  let second: Promise<Answered> | undefined
  const plan: CallPlan = {
    ...{ kind, at, way, made: [] },
    async pause() {
      // The client loses patience, and sends the request again.
      if (key) second = unplanned(() => send(failing, request, key))
      await new Promise((resolve) => setTimeout(resolve, 30))
    },
  }
  const first = await planned(plan, () => send(failing, request, key))
  const impatient = await second
  const effect = await effectOf(failing, operation, before)
  const isInParts = operation.isInParts && !isKeyed
  const may = {
    bePart: isInParts && (way === 'a defect' || first.code !== undefined),
    // A wrong clock and a lost thread are reasons to refuse.
    refuse: kind === 'clock' || kind === 'thread',
    wait: kind === 'thread' || (kind === 'child' && way !== 'slow'),
  }
  const wrongIn = async ({ code, text }: Answered) =>
    code ? [] : ((await operation.wrongIn?.(text)) ?? [])
  const problems = [...judged(first, effect, whole, may), ...(await wrongIn(first))]
  if (first.code && operation.isAnswered) problems.push(`not answered: ${first.text}`)
  if (impatient?.code) problems.push(`the second request: ${impatient.text}`)
  if (first.code && (isKeyed || isInParts || effect.length === 0) && problems.length === 0) {
    const again = await send(failing, request, key)
    const all = [...effect, ...(await effectOf(failing, operation, before))]
    if (again.code) problems.push(`sent again: ${again.status} ${again.text}`)
    const isSame = isInParts ? same(together(all), together(whole)) : same(all, whole)
    if (!isSame) problems.push(`sent again: ${unlike(all, whole)}`)
    problems.push(...(await wrongIn(again)))
  }
  const { made } = plan
  return { made, isMet: isMet(plan), problems }
}

function unlike(effect: readonly string[], whole: readonly string[]): string {
  const missing = whole.filter((line) => !effect.includes(line))
  const more = effect.filter((line) => !whole.includes(line))
  return JSON.stringify({ missing, more, rows: effect.length, of: whole.length })
}

/** What says only that something has changed: each part does. */
const isVersion = (line: string) => /^(trip|account) changed \{"version":#\}$/.test(line)
const together = (lines: readonly string[]) =>
  [...new Set(lines)].filter((line) => !isVersion(line))

/** Whether as many emails are stored, of which some wait in the inbox instead of being filed. */
function isWaiting(effect: readonly string[], whole: readonly string[]): boolean {
  const emails = (lines: readonly string[]) =>
    lines.filter((line) => line.startsWith('email added')).length
  const isKnown = (line: string) =>
    /^email(_attachment)? added/.test(line) || isVersion(line) || whole.includes(line)
  return emails(effect) === emails(whole) && effect.every(isKnown)
}

interface May {
  /** Whether a part may be done, which is made up for later. */
  bePart: boolean
  /** Whether the operation may be refused, without an effect. */
  refuse: boolean
  /** Whether an email that could not be read may wait in the inbox. */
  wait: boolean
}

/** What is wrong with an answer after which this has changed. */
function judged(
  { status, text, code }: Answered,
  effect: readonly string[],
  whole: readonly string[],
  may: May,
): string[] {
  const isWhole = same(effect, whole)
  const isPart = may.bePart && effect.every((line) => whole.includes(line))
  const waits = may.wait && isWaiting(effect, whole)
  if (!code) return isWhole || isPart || waits ? [] : [`${status}, but ${unlike(effect, whole)}`]
  const isKnown = Object.values(codes).includes(code)
  if (!isKnown && !may.refuse) return [`refused: ${status} ${text}`]
  if (effect.length === 0) return []
  if (!isWhole && !isPart) return [`${status} after a part: ${unlike(effect, whole)}`]
  return code === 'SERVICE_UNAVAILABLE' ? [] : [`${status} hides its effect: ${text}`]
}
