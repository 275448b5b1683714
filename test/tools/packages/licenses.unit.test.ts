/** What is shipped asks for no more than the text of its license, or is named with a reason. */
import { describe, expect, test } from 'vitest'
import { licensePage, refusal } from '../../../src/tools/packages/licenses.mjs'

describe('licenses', () => {
  test.each([
    ['left', 'MIT', undefined],
    ['left', '(MIT AND Zlib)', undefined],
    ['ical.js', 'MPL-2.0', undefined],
    ['left', 'MPL-2.0', 'left is under MPL-2.0'],
    ['ical.js', 'GPL-3.0-only', 'ical.js is under GPL-3.0-only'],
    ['left', '(MIT AND AGPL-3.0)', 'left is under AGPL-3.0'],
    ['left', '(MIT OR GPL-2.0)', 'left is under MIT OR GPL-2.0'],
    ['left', 'SEE LICENSE IN license.txt', 'left is under SEE LICENSE IN license.txt'],
    ['left', undefined, 'left names no license'],
  ])('%s under %s: %s', (name, license, reason) => {
    expect(refusal({ name, license })).toBe(reason)
  })

  test('the page names every package once, with version and license', () => {
    const page = licensePage([
      { name: 'a', version: '1.0.0', license: 'MIT' },
      { name: 'a', version: '2.0.0', license: 'ISC' },
      { name: 'b', version: '3.0.0', license: 'MIT' },
    ])
    expect(page).toContain('\n| ISC | 1 | a 2.0.0 |\n| MIT | 2 | a 1.0.0, b 3.0.0 |\n')
  })

  test('a refused package ends the generation, and all that are refused are named', () => {
    const refused = ['x', 'y'].map((name) => ({ name, version: '1.0.0', license: 'GPL-2.0' }))
    expect(() => licensePage(refused)).toThrow('x is under GPL-2.0; y is under GPL-2.0: see src/')
  })
})
