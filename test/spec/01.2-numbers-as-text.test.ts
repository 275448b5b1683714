/** A number in a text field is stored as it was sent, digit by digit. */
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { asSent, parseBody } from '../../rest-facade/body.ts'
import { anonymous, as } from '../client.ts'
import { byList, path } from '../itinerary.cases.ts'
import { cast } from '../world.ts'
import { empty200, invalid, messages, tooLong } from './answers.ts'
import { fresh } from './persons.ts'

const numbers = [
  ...['12345678901234567890', '-98765432109876543210', '12.10', '410.0', '0.10', '-0', '-0.0'],
  ...['1e400', '-1E400', '1E5', '2.50e-7', '0.0000001', '123456789.123456789123456789'],
]

describe.each(byList)('1.2 numbers in text fields, in bodies of %s', (_, kind) => {
  it.each(numbers)('%s is stored as it was sent', async (sent) => {
    const { ed, trip } = await cast()
    const least = JSON.stringify(kind.least).slice(1, -1)
    const more = `"provider_reservation_code": ${sent} ,"name":\n${sent}${least && ','}${least}`
    const list = path('v1', kind, trip.id)
    const shown = '?fields=provider_reservation_code,name'
    const stored = { provider_reservation_code: sent, name: sent }
    const made = await as(ed).post(list, `{${more}}`)
    expect(made.status).toBe(201)
    const one = path('v1', kind, trip.id, made.json.id)
    expect((await as(ed).get(one + shown)).json).toEqual(stored)
    await as(ed).patch(one, { provider_reservation_code: '', name: '' })
    expect((await as(ed).patch(one + shown, `{${more}}`)).json).toEqual(stored)
  })

  it('long identifiers that differ in the last digit are not duplicates (1.10)', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const body = (identifier: string) =>
      JSON.stringify({ ...kind.least, internal_identifier: 0 }).replace(':0', `:${identifier}`)
    const send = (identifier: string) => as(ed).post(list, body(identifier))
    expect((await send('12345678901234567890')).status).toBe(201)
    expect(await send('12345678901234567891')).toMatchObject({
      status: 201,
      json: { internal_identifier: '12345678901234567891' },
    })
    expect(await send('12345678901234567890')).toMatchObject(empty200)
  })

  it('limits count the digits that were sent', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const body = (name: string) =>
      JSON.stringify({ ...kind.least, name: 0 }).replace(':0', `:${name}`)
    expect((await as(ed).post(list, body('9'.repeat(255)))).json.name).toBe('9'.repeat(255))
    const answer = await as(ed).post(list, body('9'.repeat(256)))
    expect(answer).toMatchObject(invalid('name', tooLong(255)))
  })

  it('numbers in number fields stay numbers', async () => {
    const { ed, trip } = await cast()
    const { json } = await as(ed).post(path('v1', kind, trip.id), kind.least)
    const one = path('v1', kind, trip.id, json.id)
    const answer = await as(ed).patch(
      `${one}?fields=price,sort_order,hidden`,
      '{"price":12.10,"sort_order":1.0,"hidden":1.0}',
    )
    expect(answer.json).toEqual({ hidden: true, price: 12.1, sort_order: 1 })
    expect(await as(ed).patch(one, '{"price":1e400}')).toMatchObject(
      invalid('price', messages.number),
    )
    expect(await as(ed).patch(one, '{"sort_order":12345678901234567890}')).toMatchObject({
      status: 400,
    })
  })
})

describe('1.2 numbers in text fields, elsewhere', () => {
  it('trips: long identifiers that differ in the last digit are not duplicates (6.2)', async () => {
    const { olga } = await cast()
    for (const identifier of ['12345678901234567890', '12345678901234567891']) {
      const answer = await as(olga).post('/v1/trips', `{"internal_identifier":${identifier}}`)
      expect(answer).toMatchObject({ status: 201, json: { internal_identifier: identifier } })
    }
  })

  it('passwords: a number is stored as the text that was sent', async () => {
    const email = `${fresh('digits')}@mail.example`
    const account = `{"username":"${email}","password":1234567890123456.70}`
    expect((await as(anonymous).post('/v1/signup', account)).status).toBe(201)
    const password = '1234567890123456.70'
    expect((await as(anonymous).post('/auth', { username: email, password })).status).toBe(200)
    expect((await as(anonymous).post('/auth', account)).status).toBe(200)
  })

  it.each([
    ['12.10', '12.1'],
    ['[1e400, 12.10, {"a": -0}]', '[null,12.1,{"a":0}]'],
    ['[1e21, "1.0"]', '[1e+21,"1.0"]'],
  ])('calendar_hidden_categories: %s stays JSON, with numbers (9)', async (sent, known) => {
    const { olga } = await cast()
    const body = `{"calendar_hidden_categories":${sent}}`
    const answers = [await as(olga).patch('/v1/me', body), await as(olga).get('/v1/me')]
    for (const { status, json } of answers) {
      expect([status, JSON.stringify(json.calendar_hidden_categories)]).toEqual([200, known])
    }
  })

  it('the last value of a repeated key counts, and `__proto__` is ignored', async () => {
    const { olga } = await cast()
    const send = (body: string) => as(olga).post('/v1/trips?fields=name,description', body)
    expect((await send('{"name":1.10,"name":2.20}')).json).toEqual({
      name: '2.20',
      description: '',
    })
    expect((await send('{"name":1.10,"name":"x"}')).json.name).toBe('x')
    expect((await send('{"__proto__":{"name":1.10},"description":2.0}')).json).toEqual({
      name: '',
      description: '2.0',
    })
  })

  it('texts that hold numbers, quotes and backslashes are stored as sent', async () => {
    const { olga } = await cast()
    for (const name of ['12.10', '{"a": 12.10}', '\\"1.0', '\\', '\\\\"', '"1.0":1.0,']) {
      const body = `{"description":1.0,"name":${JSON.stringify(name)}}`
      const { json } = await as(olga).post('/v1/trips?fields=name,description', body)
      expect(json).toEqual({ name, description: '1.0' })
    }
  })

  it('GraphQL refuses a number in a text field', async () => {
    const { olga } = await cast()
    const document = 'mutation ($name: String) { createTrip(input: { name: $name }) { name } }'
    const { errors } = await as(olga).graphql(document, { name: 12.1 })
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT'])
  })
})

describe('1.2 the reading of a body', () => {
  const read = (text: string) => parseBody(Buffer.from(text))

  /** The same value with each number as its text. */
  const withTexts = (value: unknown): unknown => {
    if (typeof value === 'number') return JSON.stringify(value)
    if (Array.isArray(value)) return value.map(withTexts)
    if (typeof value !== 'object' || value === null) return value
    const copy: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value)) {
      const member = { value: withTexts(inner), enumerable: true, writable: true }
      Object.defineProperty(copy, key, { ...member, configurable: true })
    }
    return copy
  }

  it('a body is read twice, once with numbers and once with their texts, as the same tree', async () => {
    const space = fc.constantFrom('', ' ', '\n', '\t')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), space, async (value, indent) => {
        const body = await read(JSON.stringify(value, null, indent))
        expect(body).toEqual(JSON.parse(JSON.stringify(value)))
        expect(asSent(body)?.()).toEqual(withTexts(body))
      }),
    )
  })

  it('a body without numbers in text fields is parsed once', async () => {
    const { olga } = await cast()
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    const parsed = () => parse.mock.calls.filter(([text]) => String(text).includes('Žižkov')).length
    await as(olga).post('/v1/trips', '{"name":"Žižkov","cover_gradient":1.0,"number_of_days":2}')
    expect(parsed()).toBe(1)
    await as(olga).post('/v1/trips', '{"name":"Žižkov","description":1.0,"timezone":2.0}')
    expect(parsed()).toBe(3)
  })

  it.each([
    ['numbers', `[${Array.from({ length: 250_000 }, () => '1.0').join()}]`],
    ['digits', '7'.repeat(1_000_000)],
    ['quotes', JSON.stringify('"\\'.repeat(250_000))],
    ['strings', `[${Array.from({ length: 300_000 }, () => '""').join()}]`],
  ])('a megabyte of %s beside a number in a text field is accepted', async (_, value) => {
    const { olga } = await cast()
    const answer = await as(olga).post('/v1/trips', `{"name":1.0,"nothing":${value}}`)
    expect([answer.status, answer.json.name]).toEqual([201, '1.0'])
  })
})
