import { parse, specifiedRules, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { endpoint, schema } from './small-schema.ts'
import { times, verdict } from './verdict.ts'

describe('G3 documents made to hurt', () => {
  /** Ten times the target, because machines that run tests are busy. */
  const patience = 200
  const doubling = (count: number, selection: (next: string) => string) =>
    `{ trip { ...f0 } }
     ${times(count, (i) => `fragment f${i} on Trip { ${selection(`...f${i + 1}`)} }`)}
     fragment f${count} on Trip { id }`

  const bombs: [string, string, string][] = [
    ['spreads', doubling(150, (next) => `${next} ${next}`), 'TOO_COMPLEX selections'],
    ['spreads in fields', doubling(100, (next) => `self { ${next} ${next} }`), 'TOO_COMPLEX depth'],
    [
      'aliased fields',
      doubling(90, (n) => `a: self { ${n} } b: self { ${n} }`),
      'TOO_COMPLEX depth',
    ],
    ['a few wide spreads', doubling(8, (next) => `${next} `.repeat(6)), 'TOO_COMPLEX selections'],
    ['nesting', `{ trip ${'{self'.repeat(990)}}`, 'within'], // not closed: a syntax error
    ['nested fields', `{trip${'{self'.repeat(660)}{id}${'}'.repeat(661)}`, 'TOO_COMPLEX depth'],
    ['nested lists in values', `{echo(text:${'['.repeat(900)}${']'.repeat(900)})}`, 'within'],
    ['20,000 aliases', `{ ${times(20_000, (i) => `a${i}: n1`)} }`, 'TOO_COMPLEX tokens'],
    ['600 aliases', `{ ${times(600, (i) => `a${i}: n1`)} }`, 'TOO_COMPLEX aliases'],
    ['600 logins', `mutation { ${times(600, (i) => `a${i}: logIn`)} }`, 'TOO_COMPLEX aliases'],
    ['250 KiB of names', `{ ${'n1 '.repeat(87_000)} }`, 'TOO_COMPLEX tokens'],
  ]
  test.each(bombs)('G3 %s: a verdict within 20 ms', (_name, query, expected) => {
    const start = performance.now()
    const found = verdict(query)
    const took = performance.now() - start
    expect(found).toContain(expected)
    expect(took).toBeLessThan(patience)
  })

  test.each(bombs.filter(([, , expected]) => expected !== 'within'))(
    'G3 %s: HTTP 400 within 20 ms',
    async (_name, query) => {
      const { post } = await endpoint()
      await post({ query: '{ n1 }' })
      const start = performance.now()
      expect(await post({ query })).toMatchObject({
        status: 400,
        json: { errors: [{ extensions: { code: 'TOO_COMPLEX' } }] },
      })
      expect(performance.now() - start).toBeLessThan(patience)
    },
  )

  test('G3 fragments in a circle end, and are left to graphql to refuse', () => {
    const circle =
      '{ trip { ...A } } fragment A on Trip { self { ...B } } fragment B on Trip { ...A }'
    expect(verdict(circle)).toBe('within')
    const errors = validate(schema, parse(circle), specifiedRules)
    expect(errors[0]?.message).toContain('Cannot spread fragment "A" within itself')
  })

  test('G3 what the schema does not know is measured all the same', () => {
    expect(verdict('{ unknown(first: 0) { more { ...Missing } } }')).toBe('within')
    expect(verdict(`{ unknown ${'{ x '.repeat(10)} ${'}'.repeat(10)} }`)).toBe(
      'TOO_COMPLEX depth 11, at most 10.',
    )
    expect(verdict('{ trip(first: 0) { id } }')).toBe('within')
    expect(verdict('{ constructor __proto__ { toString } }')).toBe('within')
    expect(
      verdict('query($n: Int) { trips(first: $n) { count } }', JSON.parse('{"__proto__":0}')),
    ).toBe('within')
  })

  test('G3 a normal query costs under 0.1 ms', () => {
    const query =
      'query List($n: Int!) { trips(first: $n) { results { id name guests { name } } } }'
    for (let i = 0; i < 200; i++) verdict(query, { n: 20 })
    const start = performance.now()
    for (let i = 0; i < 1_000; i++) verdict(query, { n: 20 })
    expect((performance.now() - start) / 1_000).toBeLessThan(0.1)
  })
})
