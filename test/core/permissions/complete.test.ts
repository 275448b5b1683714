/**
 * The matrix is complete: every REST route, every root field and every argument of the
 * SDL that hides or shows something has its row. The rows themselves know neither of the two.
 */
import { describe, expect, it } from 'vitest'
import { routes } from '../../../rest-facade/routes.ts'
import { cellsOf } from './cells.ts'
import { objectTypes, pathsBelow, rootFields, typesBelow } from './paths.ts'
import { principals } from './principals.ts'
import { ownRows } from './rows-of-accounts.ts'
import { idRows } from './rows-with-ids.ts'

const rows = [...idRows, ...ownRows]

/** `PATCH /v1/trip/{}/hosting/{}`: ids are equal, whatever their names. */
const shape = (route: string) => route.replaceAll(/\{\w+\}|\b\d{6,}\b/g, '{}')

const asked = new Set(rows.flatMap(({ rest }) => (rest ? [shape(rest)] : [])))
const served = routes.flatMap(({ route, deleted }) => {
  const [methods = '', path = ''] = route.split(' ')
  const plain = methods.split(',').map((method) => shape(`${method} ${path}`))
  return deleted ? [...plain, `${plain[0]}?deleted=true`] : plain
})

describe('Z1 the rows are complete', () => {
  it('every route has a row, and every row a route', () => {
    expect(served.filter((route) => !asked.has(route))).toEqual([])
    const known = new Set(served)
    expect([...asked].filter((route) => !known.has(route))).toEqual([])
  })

  it('every root field of the SDL has a row', () => {
    const fields = new Set(rows.map(({ field }) => field.match(/^\w+/)?.[0]))
    expect(rootFields().filter((field) => !fields.has(field))).toEqual([])
  })

  it('every field of Trip is read by a row, or is a scalar', () => {
    const read = new Set(
      rows
        .filter(({ on }) => on === 'Trip')
        .flatMap(({ selection }) => selection.match(/\w+/g) ?? []),
    )
    const objects = pathsBelow('Trip').flatMap(({ fields }) => fields.slice(0, 1))
    expect([...new Set(objects)].filter((field) => !read.has(field))).toEqual([])
  })

  it('every type of the SDL is below a root field with a row', () => {
    const found = new Set(rootFields().flatMap((root) => typesBelow(root)))
    expect(objectTypes().filter((type) => !found.has(type))).toEqual([])
  })

  it('every row has a success and a refusal, unless it is public', () => {
    const odd = idRows.filter((row) => {
      const verdicts = principals.flatMap((one) => cellsOf(row, one).map(({ verdict }) => verdict))
      const isNever = row.right === 'removeOwner'
      return (!verdicts.includes('ok') && !isNever) || !verdicts.includes('401')
    })
    expect(odd.map(({ field }) => field)).toEqual([])
  })
})
