/** B4: which answers undo the transaction that would keep them. */
import { type ExecutionResult, GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { type Code, Conflict, Refusal } from '../../../src/base/errors.ts'
import { isAnswered, undoFailed } from '../../../src/core/idempotency/failures.ts'
import { Awaited } from '../../../src/core/idempotency/outside-transaction.ts'
import { NeedsMore } from '../../../src/core/limits/read-budget.ts'

const data = { made: { id: 7, price: null } }

/** An error as the executor reports it, in a field below the root field unless `path` says else. */
const at = (originalError: Error, path: string[] | undefined = ['made', 'price']) =>
  new GraphQLError(originalError.message, { path, originalError })
const refused = (code: Code, path?: string[]) => at(new Refusal(code), path)

/** What is thrown for this result; undefined if it is kept. */
function thrownFor(result: ExecutionResult, isEnded = false): unknown {
  try {
    undoFailed(result, isEnded)
    return undefined
  } catch (error) {
    return error
  }
}

const expectKept = (result: ExecutionResult) => {
  expect(thrownFor(result)).toBeUndefined()
  expect(isAnswered(result)).toBe(true)
}

const expectUndone = (result: ExecutionResult) => {
  expect(thrownFor(result)).toMatchObject({ message: 'undone', result })
  expect(isAnswered(result)).toBe(false)
}

describe('B4 an answer is kept', () => {
  it('without errors, also if it is null', () => {
    expectKept({ data })
    expectKept({ data: { removed: null } })
  })

  it.each<Code>(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'INVALID_PAGE', 'BAD_USER_INPUT'])(
    'without the parts that are refused with %s',
    (code) => expectKept({ data, errors: [refused(code), refused('FORBIDDEN')] }),
  )
})

describe('B4 an answer is undone', () => {
  it('if the root field is refused', () => {
    expectUndone({ data: { made: null }, errors: [refused('FORBIDDEN', ['made'])] })
    expectUndone({ data: null, errors: [refused('FORBIDDEN', ['made'])] })
    expectUndone({ errors: [new Refusal('BAD_USER_INPUT')] })
  })

  it('if a part is refused for another reason, whatever else is refused', () => {
    const errors = [refused('FORBIDDEN'), refused('TOO_COMPLEX')]
    expectUndone({ data, errors })
    expectUndone({ data, errors: errors.toReversed() })
  })

  it('if a refused part has emptied all of it', () => {
    const result = { data: { made: null }, errors: [refused('NOT_FOUND')] }
    expect(thrownFor(result)).toMatchObject({ result })
    expect(thrownFor({ ...result, data: null })).toMatchObject({ result: { data: null } })
  })

  it('if its operation has ended at a limit', () => {
    expect(thrownFor({ data }, true)).toMatchObject({ result: { data } })
  })
})

describe('B4 an error of a resolver', () => {
  it.each([new Error('defect'), new Conflict()])('is thrown on, after refusals: %s', (thrown) => {
    expect(thrownFor({ data, errors: [refused('FORBIDDEN'), at(thrown)] })).toBe(thrown)
    expect(isAnswered({ data, errors: [at(thrown)] })).toBe(false)
  })

  it('is thrown on as it is reported, if the executor has found it', () => {
    const error = new GraphQLError('Cannot return null for non-nullable field.')
    expect(thrownFor({ data: null, errors: [error] })).toBe(error)
  })

  it.each([new Awaited(async () => {}), new NeedsMore()])(
    'comes before any defect, if it restarts the mutation: %s',
    (thrown) => {
      const errors = [at(new Error('defect')), at(thrown)]
      expect(thrownFor({ data, errors })).toBe(thrown)
    },
  )
})
