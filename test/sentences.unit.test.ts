/** The list of sentences shows what is lost, new or said otherwise (sentences.ts). */
import { describe, expect, it } from 'vitest'
import type { TestModule } from 'vitest/node'
import { differences, sentencesOf } from './sentences.ts'

/** Tests and groups as vitest hands them over; those of one table stand in one line. */
const test = (name: string, line = 0) => ({ type: 'test', name, location: { line, column: 3 } })
const group = (name: string, ...children: object[]) => ({ type: 'suite', name, children })
const file = (...children: object[]) => ({ type: 'module', children }) as unknown as TestModule
const table = (names: string[], line: number) => names.map((name) => test(name, line))

describe('house: the list of sentences', () => {
  it('has every name, whatever function or quotes it is written with', () => {
    const made = file(test('a', 1), group('G', test('b', 3), group('H', test('c', 4))))
    expect(sentencesOf(made)).toEqual(['a', '', 'G', '  b', '  H', '    c'])
  })

  it('names the cases of a short table, and of a long one what they share', () => {
    const short = table(['x is 1', 'x is 2'], 1)
    const long = table(
      ['a', 'b', 'c', 'd', 'e', 'f f', 'a'].map((one) => `date: ${one} is refused`),
      2,
    )
    expect(sentencesOf(file(...short, ...long, test('date: z is refused', 3)))).toEqual([
      'x is 1',
      'x is 2',
      'date: … is refused (7 cases)',
      'date: z is refused',
    ])
    expect(sentencesOf(file(...table(Array<string>(7).fill('one two'), 1)))).toEqual([
      'one two … (7 cases)',
    ])
  })

  it('says once what groups beside each other have alike', () => {
    const of = (kind: string) => group(`of ${kind}`, test('a', 1), test('b', 2))
    expect(sentencesOf(file(of('hostings'), of('activities'), group('C', test('a', 1))))).toEqual([
      ...['', 'of hostings', 'of activities', '  a', '  b'],
      ...['', 'C', '  a'],
    ])
  })

  it('cuts names that hold the input of their test', () => {
    expect(sentencesOf(file(test('x'.repeat(1_000))))[0]).toHaveLength(140)
  })

  it('is stale where a sentence is lost, new, said otherwise or moved, or a file is gone', () => {
    const known = new Map([
      ['1.test.ts', '# 1\na\nb'],
      ['2.test.ts', '# 2\nc'],
    ])
    const found = (part: string) => new Map([['1.test.ts', part]])
    const both = [...known.keys()]
    expect(differences(known, known, both)).toEqual([])
    expect(differences(known, found('# 1\na\nb'), both)).toEqual([])
    expect(differences(known, found('# 1\na'), both)).toEqual(['# 1.test.ts', '- b'])
    expect(differences(known, found('# 1\na\nB\nb'), both)).toEqual(['# 1.test.ts', '+ B'])
    expect(differences(known, found('# 1\nb\na'), both)).toHaveLength(2)
    expect(differences(known, known, ['2.test.ts'])).toEqual(['- # 1.test.ts'])
    expect(differences(new Map(), found('# 1'), both)).toEqual(['# 1.test.ts', '+ # 1'])
  })
})
