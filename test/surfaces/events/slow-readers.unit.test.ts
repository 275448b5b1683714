import { once } from 'node:events'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { EventStream } from '../../../src/surfaces/events/stream.ts'
import { newsIn } from './client.ts'

/** A client that takes nothing until `takes` is called. */
function client() {
  const stream = new EventStream()
  let text = ''
  let take: (() => void) | undefined
  const reader = new Writable({
    highWaterMark: 1,
    write(piece, _encoding, done) {
      text += piece
      take = done
    },
  })
  stream.pipe(reader)
  return { stream, reader, text: () => text, takes: () => take?.() }
}

/** Lets the client take all that is there. */
async function takesAll({ takes, text }: ReturnType<typeof client>): Promise<string> {
  let before: string
  do {
    before = text()
    takes()
    await new Promise(setImmediate)
  } while (before !== text())
  return text()
}

test('a client that stops reading is sent nothing more, and later each trip once', async () => {
  const slow = client()
  await new Promise(setImmediate)
  for (let round = 0; round < 1_000; round += 1) {
    slow.stream.tell({ trips: [7, round % 10], account: round % 2 === 0 })
    slow.stream.comment()
    await Promise.resolve()
  }
  const held = slow.stream.readableLength + slow.reader.writableLength
  expect(held).toBeLessThan(200)
  const all = await takesAll(slow)
  expect(newsIn(all)).toEqual({ trips: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], account: true })
  expect(all.length).toBeLessThan(400)
})

test('a client with 12,000 trips is sent a thousand in one event', async () => {
  const own = client()
  const trips = Array.from({ length: 12_000 }, (_, at) => at + 1)
  own.stream.tell({ trips, account: false })
  const all = await takesAll(own)
  expect(newsIn(all).trips).toEqual(trips)
  const longest = Math.max(...all.split('\n\n').map((block) => block.length))
  expect(longest).toBeLessThan(8_000)
})

test('the end follows what the client has begun to read, and nothing follows the end', async () => {
  const own = client()
  own.stream.tell({ trips: [7], account: false })
  await new Promise(setImmediate)
  own.stream.end()
  own.stream.end()
  own.stream.tell({ trips: [8], account: false })
  const end = once(own.reader, 'finish')
  const all = await takesAll(own)
  own.takes()
  await end
  expect(newsIn(all).trips).not.toContain(8)
})
