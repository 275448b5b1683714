/** Pages of a list: counts and reads with the same condition. */
import type { FastifyRequest } from 'fastify'
import { linkTo, pageOf, pageSize } from '../baseline/page.ts'
import { refusals } from '../baseline/wire.ts'
import { RefusedAnswer } from './refused.ts'

interface List<Row> {
  count: () => Promise<number>
  read: (cut: { skip: number; take: number }) => Promise<Row[]>
}

/** The page that the request asks for; `last` is known once the rows are counted. */
export async function pageFor<Row>(request: FastifyRequest, { count, read }: List<Row>) {
  const asked = pageOf(request)
  const cut = (page: number) => ({ skip: (page - 1) * pageSize, take: pageSize })
  const isKnown = asked >= 1 && Number.isFinite(asked)
  const [total, known] = await Promise.all([count(), isKnown ? read(cut(asked)) : undefined])
  const last = Math.max(1, Math.ceil(total / pageSize))
  const page = Math.min(asked, asked === Number.POSITIVE_INFINITY ? last : asked)
  if (page < 1 || page > last) throw new RefusedAnswer(refusals.invalidPage)
  return {
    count: total,
    next: page < last ? linkTo(request, page + 1) : null,
    previous: page > 1 ? linkTo(request, page - 1) : null,
    results: known ?? (await read(cut(page))),
  }
}
