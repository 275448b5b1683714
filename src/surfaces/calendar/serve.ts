/**
 * `GET /calendar/<secret>.ics`: the calendar feed of an account (test/surfaces/calendar). The
 * secret in the path is the only credential, because calendar programs cannot send an API key.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { byAddress, type Throttle } from '../../core/limits/throttle.ts'
import { type CalendarOwner, calendarOwner } from '../../core/queries/calendar.ts'
import type { Queryable } from '../../outside/database/database.ts'
import { clientOf } from '../../process/networks.ts'
import type { TimeShares } from '../../process/time-shares.ts'
import { Turnstile } from '../../process/turnstile.ts'
import { etagOf, isNamed, replyNotModified } from '../http/etag.ts'
import { replyJson } from '../http/json.ts'
import { answerBudget } from '../http/large-answers.ts'
import { refuseOtherMethods } from '../http/methods.ts'
import { giveUpSlot, takeShare } from '../http/request-slots.ts'

interface CalendarOptions {
  db: Queryable
  clock: () => Date
  throttle: Pick<Throttle, 'count'>
  /** Admits large answers. */
  large: Turnstile
  /** Maximum bytes of an answer that needs no slot of `large`. */
  small: number
  shares: TimeShares
}

const url = '/calendar/:identifier.ics'
/** The form of secrets; other texts are not looked up. */
const form = /^[\w-]{1,200}$/

/** The same for every path without a feed. */
const notFound = (reply: FastifyReply) => replyJson(reply.code(404), { detail: 'Not found.' })

/** Adds the route. */
export function serveCalendar(app: FastifyInstance, options: CalendarOptions): void {
  const { db, clock, throttle, large, small, shares } = options
  const works = new Turnstile({ name: 'calendars', max: 4, maxPerKey: 2, maxWaitingPerKey: 20 })

  /** Only a few run at a time, because each is built in memory. */
  async function feed(owner: CalendarOwner, client: string): Promise<Buffer> {
    // Loaded at the first request, to keep the start fast.
    const { feedOf } = await import('./feed.ts')
    return works.pass(client, () => feedOf(db, owner, clock()))
  }

  app.get(url, async (request: FastifyRequest, reply: FastifyReply) => {
    const { identifier } = request.params as { identifier: string }
    const client = clientOf(request.ip)
    giveUpSlot(request)
    // Wrong secrets are detected and counted here, before they take a slot.
    const owner = form.test(identifier) ? await calendarOwner(db, identifier) : undefined
    if (!owner) {
      await throttle.count(byAddress('calendar', request.ip))
      return notFound(reply)
    }
    await takeShare(shares, request, `account ${owner.id}`)
    const body = await feed(owner, client)
    const etag = etagOf(body)
    reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
    if (isNamed(request.headers['if-none-match'], etag)) return replyNotModified(reply)
    const { toAnswer } = answerBudget({
      large,
      small,
      key: client,
      onWait: () => giveUpSlot(request),
      socket: request.raw.socket,
      response: reply.raw,
    })
    await toAnswer(body.length)
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="trips.ics"')
      .send(body)
  })
  refuseOtherMethods(app, url)
}
