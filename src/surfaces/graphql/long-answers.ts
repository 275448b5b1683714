/** Sends large answers in pieces. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { GraphQLFormattedError } from 'graphql'
import { jsonPieces, merged } from '../http/json-pieces.ts'

export interface LongAnswer {
  bytes: number
  pieces: Iterable<string>
}

export interface Writing {
  /** Yields the pieces of a long text in separate turns of the event loop. */
  written?: ((pieces: Iterable<string>) => AsyncIterable<string>) | undefined
}

/** An answer as Apollo Server would write it, errors first. */
export function answerInPieces(
  data: unknown,
  errors: readonly GraphQLFormattedError[] | undefined,
  dataBytes: number,
): LongAnswer {
  const head = errors ? `{"errors":${JSON.stringify(errors)},"data":` : '{"data":'
  const tail = '}\n'
  function* texts() {
    yield head
    yield* jsonPieces(data)
    yield tail
  }
  const bytes = Buffer.byteLength(head) + dataBytes + Buffer.byteLength(tail)
  return { bytes, pieces: merged(texts()) }
}

/** Sends a long answer with its length. */
export function sendLong(reply: FastifyReply, { bytes, pieces }: LongAnswer, { written }: Writing) {
  // Pieces are created only as the client reads.
  const stream = Readable.from(written?.(pieces) ?? pieces, { highWaterMark: 0 })
  return reply.header('content-length', bytes).send(stream)
}
