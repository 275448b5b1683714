import { describe, expect, test } from 'vitest'
import { operationLimits } from '../../../src/surfaces/graphql/limits.ts'
import { schema } from './small-schema.ts'
import { times, verdict } from './verdict.ts'

/** `count` levels of fields below each other, the last one a leaf. */
const deep = (count: number) =>
  `{ trip ${'{ self '.repeat(count - 2)} { id } ${'}'.repeat(count - 2)} }`

describe('G1 tokens, depth, aliases, root fields of an operation', () => {
  test('G1 2,000 tokens pass, 2,001 are TOO_COMPLEX', () => {
    // { trip { … } } are five tokens, each name is one.
    const tokens = (count: number) => `{ trip { ${times(count - 5, (i) => `x${i}`)} } }`
    expect(verdict(tokens(2_000))).toBe('within')
    expect(verdict(tokens(2_001))).toBe('TOO_COMPLEX tokens, at most 2000.')
  })

  test('G1 depth 10 passes, depth 11 is TOO_COMPLEX', () => {
    expect(verdict(deep(10))).toBe('within')
    expect(verdict(deep(11))).toBe('TOO_COMPLEX depth 11, at most 10.')
  })

  test('G1 depth is counted through named and inline fragments', () => {
    const chain = (count: number) =>
      `{ trip { ...f1 } }
       ${times(count, (i) => `fragment f${i + 1} on Trip { self { ...f${i + 2} } }`)}
       fragment f${count + 1} on Trip { ... on Trip { ... { id } } }`
    expect(verdict(chain(8))).toBe('within')
    expect(verdict(chain(9))).toBe('TOO_COMPLEX depth 11, at most 10.')
  })

  test('G1 15 aliases pass, 16 are TOO_COMPLEX, wherever they are', () => {
    const aliased = (count: number) => `{ trip { ${times(count, (i) => `a${i}: id`)} } }`
    expect(verdict(aliased(15))).toBe('within')
    expect(verdict(aliased(16))).toBe('TOO_COMPLEX aliases 16, at most 15.')
    const spread = (count: number, more: string) =>
      `{ trip { ...F self { ...F ${more} } } }
       fragment F on Trip { ${times(count, (i) => `a${i}: id`)} }`
    expect(verdict(spread(7, 'b: id'))).toBe('within')
    expect(verdict(spread(7, 'b: id c: id'))).toBe('TOO_COMPLEX aliases 16, at most 15.')
    expect(
      verdict(`{ trip { ... { ...F } } } fragment F on Trip { ${times(16, (i) => `a${i}: id`)} }`),
    ).toBe('TOO_COMPLEX aliases 16, at most 15.')
  })

  test('G1 10 root fields pass, 11 are TOO_COMPLEX, in fragments too', () => {
    const roots = (count: number) => times(count, (i) => `n${i + 1}`)
    expect(verdict(`{ ${roots(10)} }`)).toBe('within')
    expect(verdict(`{ ${roots(11)} }`)).toBe('TOO_COMPLEX rootFields 11, at most 10.')
    expect(verdict(`{ ...F __typename } fragment F on Query { ... { ${roots(10)} } }`)).toBe(
      'TOO_COMPLEX rootFields 11, at most 10.',
    )
    expect(verdict(`{ ...F ...F n10 } fragment F on Query { ${roots(9)} }`)).toBe('within')
  })

  test('G1 50 operations and fragments pass, 51 are TOO_COMPLEX', () => {
    const operations = (count: number) => times(count, (i) => `query A${i} { n1 }`)
    expect(verdict(operations(50), {}, 'A7')).toBe('within')
    expect(verdict(operations(51), {}, 'A7')).toBe('TOO_COMPLEX definitions 51, at most 50.')
    const fragments = times(25, (i) => `fragment F${i} on Query { n1 }`)
    expect(verdict(`${operations(26)} ${fragments}`)).toBe(
      'TOO_COMPLEX definitions 51, at most 50.',
    )
  })

  test('G1 a name 20 times in an object of the answer passes, 21 times is TOO_COMPLEX', () => {
    const over = 'TOO_COMPLEX repeats 21, at most 20.'
    expect(verdict(`{ trip { ${'id '.repeat(20)} self { ${'id '.repeat(20)} } } }`)).toBe('within')
    expect(verdict(`{ trip { ${'id '.repeat(21)} } }`)).toBe(over)
    expect(verdict(`{ ${'trip { id } '.repeat(20)} }`)).toBe('within')
    expect(verdict(`{ ${'trip { id } '.repeat(21)} }`)).toBe(over)
    // By its name in the answer: the alias, through fragments, in parents of one name.
    expect(verdict(`{ trip { ${'name: id '.repeat(11)} ${'name '.repeat(10)} } }`)).toBe(
      'TOO_COMPLEX repeats 21, at most 20.',
    )
    expect(verdict(`{ ${'... { trip { id } } '.repeat(21)} }`)).toBe(over)
    const parents = (count: number) => `trip { ${'id '.repeat(count)} }`
    expect(verdict(`{ ${parents(10)} ${parents(10)} }`)).toBe('within')
    expect(verdict(`{ ${parents(10)} ${parents(11)} }`)).toBe(over)
    const ids = (count: number) => `fragment F on Trip { ${'id '.repeat(count)} }`
    expect(verdict(`{ trip { id ...F ...F } trip { ...F } } ${ids(19)}`)).toBe('within')
    expect(verdict(`{ trip { id ...F } } ${ids(20)}`)).toBe(over)
    expect(verdict(`{ trip { id } ...Q } ${ids(20)} fragment Q on Query { trip { ...F } }`)).toBe(
      over,
    )
    // It counts wherever graphql's own rules look.
    expect(verdict(`query A { n1 } query B { trip { ${'id '.repeat(21)} } }`, {}, 'A')).toBe(over)
    expect(verdict(`query A { n1 } query B { trip { ${'id '.repeat(21)} } }`)).toBe(over)
    expect(verdict(`{ n1 } ${ids(21)}`)).toBe(over)
    expect(verdict(`{ trip { ...F } } ${ids(21)} ${ids(1)}`)).toBe(over)
  })

  test('G1 names of 100 characters pass, 101 are TOO_COMPLEX', () => {
    const over = 'TOO_COMPLEX nameLength 101, at most 100.'
    for (const name of ['x'.repeat(100), 'x'.repeat(101)]) {
      const expected = name.length > 100 ? over : 'within'
      expect(verdict(`{ trip { ... { ${name}: id } } }`)).toBe(expected)
      expect(verdict(`query ${name} { n1 }`)).toBe(expected)
    }
  })

  test('G1 only the operation to run counts', () => {
    const both = `query Small { n1 } query Deep ${deep(11)}`
    expect(verdict(both, {}, 'Small')).toBe('within')
    expect(verdict(both, {}, 'Deep')).toBe('TOO_COMPLEX depth 11, at most 10.')
    expect(verdict(both)).toBe('within') // graphql refuses it: which one?
  })
})

describe('N4 one login per operation', () => {
  test('N4 one login passes, two are TOO_COMPLEX under any names', () => {
    expect(verdict('mutation { logIn rename }')).toBe('within')
    expect(verdict('mutation { logIn logIn }')).toBe('within') // graphql runs it once
    expect(verdict('mutation { logIn other: logIn }')).toBe('TOO_COMPLEX logins 2, at most 1.')
    expect(verdict('mutation { logIn createApiKey }')).toBe('TOO_COMPLEX logins 2, at most 1.')
    expect(verdict('mutation { logIn ...F } fragment F on Mutation { a: createApiKey }')).toBe(
      'TOO_COMPLEX logins 2, at most 1.',
    )
  })

  test('N4 an option names the fields that are logins', () => {
    const none = operationLimits(schema, new Set())
    expect(() => none({ query: 'mutation { logIn createApiKey }' })).not.toThrow()
  })
})

describe('G2 cost with list factors', () => {
  test('G2 cost 5,000 passes, 5,001 is TOO_COMPLEX', () => {
    const lists = 'someTrips(first: 50) { newest(first: 99) { id } }' // 50 x (1 + 99)
    expect(verdict(`{ ${lists} n1 }`)).toBe('within')
    expect(verdict(`{ ${lists} trip { id } }`)).toBe('TOO_COMPLEX cost 5001, at most 5000.')
    const pages = 'trips { results { legs(first: 48) { count results { id } } } }'
    expect(verdict(`{ ${pages} }`)).toBe('TOO_COMPLEX cost 5001, at most 5000.') // 1 + 100 x 50
    expect(verdict(`{ ${pages.replace('48', '47')} }`)).toBe('within')
  })

  test("G2 the length of a page is `first`: literal, variable, its default, the schema's", () => {
    const pages = (outer: string, inner: string) =>
      `query($a: Int, $b: Int = 100) { trips${outer} { results { legs${inner} { results { id } } } } }`
    expect(verdict(pages('(first: 10)', '(first: 10)'))).toBe('within')
    expect(verdict(pages('', ''))).toBe('TOO_COMPLEX cost 10201, at most 5000.')
    expect(verdict(pages('', '(first: $b)'))).toBe('TOO_COMPLEX cost 10201, at most 5000.')
    expect(verdict(pages('', '(first: $b)'), { b: 10 })).toBe('within')
    expect(verdict(pages('', '(first: $a)'), { a: 10 })).toBe('within')
    expect(verdict(pages('', '(first: $a)'), { a: 100 })).toBe(
      'TOO_COMPLEX cost 10201, at most 5000.',
    )
    expect(verdict(pages('', '(first: $a)'))).toBe('TOO_COMPLEX cost 10201, at most 5000.')
    expect(verdict(pages('', '(first: $a)'), { a: null })).toBe(
      'TOO_COMPLEX cost 10201, at most 5000.',
    )
  })

  test('G2 a list without `first` counts 1, one with a null `first` as the largest page', () => {
    // Its length is counted while it runs: see running.unit.test.ts.
    const lists = (size: number, more = '') =>
      `{ someTrips(first: ${size}) { newest(first: 49) { guests { name } } ${more} } }`
    expect(verdict(lists(50))).toBe('within') // 50 x (1 + 49 x 2) = 4,950
    expect(verdict(lists(50, 'guests { name }'))).toBe('within') // 50 more
    expect(verdict(lists(50, 'guests { name } a: guests { name }'))).toBe(
      'TOO_COMPLEX cost 5050, at most 5000.',
    )
    expect(verdict('{ someTrips { newest(first: 49) { guests { name } } } }')).toBe(
      'TOO_COMPLEX cost 9900, at most 5000.',
    )
    expect(verdict('{ all { guests { trips { guests { name } } } } }')).toBe('within')
  })

  test('G2 lists in fragments count as often as the place where they are spread', () => {
    const legs = (size: number) =>
      `{ trips(first: ${size}) { ...P } }
       fragment P on TripPage { results { ...T } } fragment T on Trip { legs { ...L } }
       fragment L on LegPage { results { id } }`
    expect(verdict(legs(49))).toBe('within') // 1 + 49 x 102 = 4,999
    expect(verdict(legs(50))).toBe('TOO_COMPLEX cost 5101, at most 5000.')
  })

  test('G2 a field with `@cost` costs that once wherever the document selects it', () => {
    const own = (count: number) => times(count, (index) => `a${index}: sorted { count }`)
    expect(verdict(`{ trip { ${own(4)} } n1 }`)).toBe('within') // 1 + 4 x (1,000 + 1)
    expect(verdict(`{ trip { ${own(5)} } }`)).toBe('TOO_COMPLEX cost 5006, at most 5000.')
    expect(verdict(`{ trip { ${own(4)} total } }`)).toBe('TOO_COMPLEX cost 5005, at most 5000.')
    expect(verdict('{ trips { results { sorted { count } } } }')).toBe('within')
    const spread = times(5, (index) => `a${index}: trip { ...S }`)
    expect(verdict(`{ ${spread} } fragment S on Trip { sorted { count } }`)).toBe(
      'TOO_COMPLEX cost 5010, at most 5000.',
    )
  })

  test('G2 `first` under 1 or over 100 is BAD_USER_INPUT, as literal, variable and default', () => {
    const low = {
      code: 'BAD_USER_INPUT',
      fields: { first: ['Ensure this value is greater than or equal to 1.'] },
    }
    const high = {
      code: 'BAD_USER_INPUT',
      fields: { first: ['Ensure this value is less than or equal to 100.'] },
    }
    for (const first of [0, -1, -2147483649]) {
      expect(verdict(`{ trips(first: ${first}) { count } }`), `${first}`).toEqual(low)
      expect(verdict('query($n: Int!) { trips(first: $n) { count } }', { n: first })).toEqual(low)
    }
    for (const first of [101, 2147483648]) {
      expect(verdict(`{ trips(first: ${first}) { count } }`), `${first}`).toEqual(high)
      expect(verdict('query($n: Int!) { trips(first: $n) { count } }', { n: first })).toEqual(high)
      expect(verdict(`query($n: Int = ${first}) { trips(first: $n) { count } }`)).toEqual(high)
    }
    for (const first of [1, 100]) {
      expect(verdict(`{ trips(first: ${first}) { count } }`)).toBe('within')
      expect(verdict('query($n: Int!) { trips(first: $n) { count } }', { n: first })).toBe('within')
    }
  })

  test('G2 one text with two sets of variables has two verdicts, in either order', () => {
    const query = 'query Twice($n: Int!) { trips(first: $n) { count } }'
    for (const [n, expected] of [
      [5, 'within'],
      [0, 'object'],
      [5, 'within'],
      [0, 'object'],
    ]) {
      const found = verdict(query, { n })
      expect(typeof found === 'string' ? found : 'object').toBe(expected)
    }
  })
})
