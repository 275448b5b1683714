/** Which values URL fields accept, in all inputs. */
import { isInputObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { directive } from '../../src/base/directives.ts'
import { buildSchema } from '../../src/core/schema.ts'
import { anonymous, as } from '../client.ts'
import { link } from '../documents.ts'
import { byList, type KindCase, path } from '../itinerary.cases.ts'
import { rawMail } from '../mail/raw-mails.ts'
import { cast } from '../world.ts'
import { deliver, delivered } from './inbound.ts'
import { fresh } from './persons.ts'

const wrong = 'Enter a valid URL.'

/** To a browser, all of these have another scheme or no host. */
const refused = [
  ...['javascript:alert(1)', 'JavaScript:alert(1)', 'javascript://x.example/%0aalert(1)'],
  ...['java\nscript:alert(1)', 'java\tscript:alert(1)', 'j\ra\nvascript\t:alert(1)'],
  ...['\u0001javascript:alert(1)', ' \u001f\n javascript:alert(1)', '\ufeffjavascript:alert(1)'],
  ...['\u0001 \u0002\tjavascript:alert(1)', 'javascript:80/alert(1)', 'javascript:1'],
  ...['data:text/html,<script>alert(1)</script>', 'DATA:,x', 'file:///etc/passwd', 'file:x'],
  ...['vbscript:x', 'blob:https://x.example/1', 'filesystem:x', 'about:blank', 'view-source:x'],
  ...['tel:110', 'tel:+3512100', 'mailto:a@b.example', 'sms:110', 'ftp://x.example/', 'ws://x/'],
  ...['https:', 'https://', 'http:///x', 'http:x.example', 'http:/x.example', 'http://?a'],
  ...['http:\\\\x.example', 'https:\\x', 'http://#a', 'https://a b.example/', 'http://[::1'],
  ...['http://:80/', 'http://@/', 'a+b.c-d:x', 'x.example:80x', 'x.example:123456', 'at: x'],
]

/** Web URLs, and texts that browsers take for the path of one. */
const taken = [
  ...['https://x.example', 'http://x.example:8080/a?b=c#d', 'HTTPS://X.Example/', 'http://[::1]/'],
  ...[
    'https://user@x.example/',
    'https://localhost',
    'http://127.0.0.1:3000/x',
    'https://ž.example',
  ],
  ...['https://x.example/a b', 'https://x.example/?to=javascript:alert(1)', 'ht\ntps://x.example'],
  ...['www.x.example', 'x.example/a:b', 'x.example:8080/path', 'x.example:443', 'localhost:3000/x'],
  ...['127.0.0.1:3000', '//x.example/a', '/a/b:c', '?a:b', '#a:b', '\\\\x\\a', 'Casa do Largo'],
  ...['by the corner: left', '12:30', '@x:y', 'ž:x', 'x.example:8080?a', 'x.example:80#a', '-:x'],
]

const fieldsOf: Record<KindCase['one'], string[]> = {
  hosting: ['website', 'provider_location_url'],
  activity: ['website', 'provider_location_url'],
  transportation: ['website', 'provider_url'],
}

const every = (fields: readonly string[], value: unknown) =>
  Object.fromEntries(fields.map((field) => [field, value]))

describe.each(byList)('15 URL fields of %s', (_, kind) => {
  const fields = fieldsOf[kind.one]
  const shown = `?fields=${fields}`

  it('other schemes, and http without a host, are refused', async () => {
    const { ed, trip } = await cast()
    const list = path('v1', kind, trip.id)
    const { json } = await as(ed).post(list, kind.least)
    const one = path('v1', kind, trip.id, json.id)
    for (const value of refused) {
      const body = every(fields, value)
      const validationErrors = { status: 400, json: every(fields, [wrong]) }
      expect(await as(ed).post(list, { ...kind.least, ...body }), value).toMatchObject(
        validationErrors,
      )
      expect(await as(ed).patch(one, body), value).toMatchObject(validationErrors)
    }
    expect((await as(ed).get(one + shown)).json).toEqual(every(fields, ''))
  })

  it('http and https with a host, and texts without a scheme, are stored as sent', async () => {
    const { ed, trip } = await cast()
    const { json } = await as(ed).post(path('v1', kind, trip.id), kind.least)
    const one = path('v1', kind, trip.id, json.id)
    for (const value of [...taken, '']) {
      const answer = await as(ed).patch(one + shown, every(fields, value))
      expect([value, answer.status, answer.json]).toEqual([value, 200, every(fields, value)])
    }
    expect((await as(ed).patch(one + shown, every(fields, null))).json).toEqual(every(fields, ''))
  })
})

describe('15 URL fields elsewhere', () => {
  it('trips, profiles, signup and documents refuse other schemes', async () => {
    const { olga, trip } = await cast()
    const documents = `/v1/trip/${trip.id}/documents`
    const made = (await as(olga).post(documents, link)).json
    const images = ['thumb_url', 'favicon_url']
    const account = { username: `${fresh('u')}@mail.example`, password: 'open sesame' }
    for (const value of refused) {
      const answers = [
        await as(olga).post('/v1/trips', { cover_image_url: value }),
        await as(olga).patch(`/v1/trips/${trip.id}`, { cover_image_url: value }),
        await as(olga).patch('/v1/me', { photo_url: value }),
        await as(anonymous).post('/v1/signup', { ...account, photo_url: value }),
        await as(olga).post(documents, { url: value }),
        await as(olga).post(documents, { ...link, ...every(images, value) }),
        await as(olga).patch(`/v1/documents/${made.id}`, every(images, value)),
      ]
      const fields = ['cover_image_url', 'cover_image_url', 'photo_url', 'photo_url', 'url']
      expect(
        answers.map(({ status, json }) => [status, json]),
        value,
      ).toEqual([
        ...fields.map((field) => [400, every([field], [wrong])]),
        [400, every(images, [wrong])],
        [400, every(images, [wrong])],
      ])
    }
  })

  it('trips and profiles accept a web URL, and blank clears it', async () => {
    const { olga, trip } = await cast()
    for (const [sent, stored] of [
      ['https://x.example/a', 'https://x.example/a'],
      ['x.example/a', 'x.example/a'],
      ['', null],
    ]) {
      const cover = await as(olga).patch(`/v1/trips/${trip.id}`, { cover_image_url: sent })
      expect(cover.json.cover_image_url).toBe(stored)
      expect((await as(olga).patch('/v1/me', { photo_url: sent })).json.photo_url).toBe(stored)
    }
  })

  it('GraphQL refuses other schemes, under the names of the input', async () => {
    const { olga, trip } = await cast()
    for (const [operation, type, input] of [
      ['updateMe(input: $input) { id }', 'ProfileInput', { photoUrl: 'javascript:x' }],
      ['createTrip(input: $input) { id }', 'TripInput', { coverImageUrl: 'data:,x' }],
      [
        `createHosting(tripId: ${trip.id}, input: $input) { id }`,
        'HostingInput',
        { website: 'java\tscript:x', providerLocationUrl: 'file:x' },
      ],
    ] as const) {
      const document = `mutation ($input: ${type}!) { ${operation} }`
      const { errors } = await as(olga).graphql(document, { input })
      expect(errors[0]?.extensions).toEqual({
        code: 'BAD_USER_INPUT',
        fields: every(Object.keys(input), [wrong]),
      })
    }
  })

  it('every text of an input that is named after a URL has that format', () => {
    const inputs = Object.values(buildSchema().getTypeMap()).filter(isInputObjectType)
    const fields = inputs.flatMap((type) =>
      Object.values(type.getFields()).map(
        (field) => [`${type.name}.${field.name}`, field] as const,
      ),
    )
    const named = fields.filter(([at]) => /(Url|\.website)$/.test(at))
    const format = named.map(([at, field]) => [at, directive(field, 'text')?.format])
    expect(Object.fromEntries(format)).toEqual(Object.fromEntries(named.map(([at]) => [at, 'URL'])))
    expect(named.map(([at]) => at)).toHaveLength(13)
  })
})

describe('15 URL fields that mail is filed into', () => {
  const booking = (url: unknown) => ({
    '@context': 'http://schema.org',
    '@type': 'LodgingReservation',
    reservationNumber: 'H1',
    checkinTime: '2031-04-18T14:00:00',
    checkoutTime: '2031-04-21T10:00:00',
    reservationFor: { '@type': 'LodgingBusiness', name: 'Casa do Largo', url },
  })

  it.each([
    ...['javascript:alert(1)', 'http:///x', 'https://', 'http://a b/', 'data:,x', 'tel:110'],
    ...['https:x', 'http://[::1', 'http://:80/'],
  ])('%j is dropped', async (url) => {
    const { olga, trip } = await cast()
    const markup = JSON.stringify(booking(url))
    const html = `<p>Stay</p><script type="application/ld+json">${markup}</script>`
    const stored = delivered(await deliver(rawMail({ html }), { owner: olga.email }))
    expect(stored).toMatchObject({
      parsedSuccessfully: true,
      hostings: [{ name: 'Casa do Largo' }],
    })
    const { json } = await as(olga).get(`/v1/trip/${trip.id}/hostings?fields=name,website`)
    expect(json.results).toEqual([{ name: 'Casa do Largo', website: '' }])
  })

  it('a web URL is kept', async () => {
    const { olga, trip } = await cast()
    const markup = JSON.stringify(booking('https://casa.example/lisboa'))
    const html = `<p>Stay</p><script type="application/ld+json">${markup}</script>`
    await deliver(rawMail({ html }), { owner: olga.email })
    const { json } = await as(olga).get(`/v1/trip/${trip.id}/hostings?fields=website`)
    expect(json.results).toEqual([{ website: 'https://casa.example/lisboa' }])
  })
})
