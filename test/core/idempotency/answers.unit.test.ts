/** B4: answers as they are kept, and read again. */
import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { resultIn, textOf } from '../../../src/core/idempotency/answers.ts'

const data = { made: { id: 7, price: null, name: '\u0001 “é”' } }
const slice = { rows: [1, 2], bytes: 3, after: 4 }

describe('B4 a kept answer', () => {
  it('is read as it was', () => {
    const { result, rest, row } = resultIn(textOf({ data }, []))
    expect(result).toEqual({ data })
    expect(result).not.toHaveProperty('errors')
    expect([rest, row]).toEqual([[], undefined])
  })

  it('is only its data, as text', () => {
    expect(textOf({ data: { made: 1 } }, [])).toBe('{"data":{"made":1}}')
  })

  it('has the slices that are still to be read', () => {
    expect(resultIn(textOf({ data }, [slice])).rest).toEqual([slice])
  })

  it('without data is null', () => {
    expect(resultIn(textOf({}, [])).result).toEqual({ data: null })
    expect(resultIn('{}').result).toEqual({ data: null })
  })

  it('has the errors of its hidden parts, as they are shown', () => {
    const made = { path: ['made', 'price'], extensions: { code: 'FORBIDDEN' } }
    const locations = [{ line: 2, column: 5 }]
    const price = Object.assign(new GraphQLError('Hidden.', made), { locations })
    const kept = resultIn(textOf({ data, errors: [price, new GraphQLError('Other.')] }, []))
    expect(kept.result.errors?.[0]).toBeInstanceOf(GraphQLError)
    const shown = kept.result.errors?.map((error) => JSON.parse(JSON.stringify(error)))
    expect(shown).toEqual([{ message: 'Hidden.', locations, ...made }, { message: 'Other.' }])
  })

  it('of a hot write is its row, or that there is none', () => {
    expect(resultIn('{"row":{"id":7}}').row).toEqual({ id: 7 })
    expect(resultIn('{"row":null}').row).toBeNull()
  })
})
