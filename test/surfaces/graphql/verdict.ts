/** The limits of the small schema, in a form that a test can read. */
import { Refusal } from '../../../src/base/errors.ts'
import { operationLimits } from '../../../src/surfaces/graphql/limits.ts'
import { schema } from './small-schema.ts'

const check = operationLimits(schema)

/** `within`, or the refusal in short: its code, the limit and by how much it is exceeded. */
export function verdict(
  query: string,
  variables?: Record<string, unknown>,
  operationName?: string,
) {
  try {
    check({ query, variables, operationName })
    return 'within'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { fields } = error.extensions
    return fields ? { code: error.code, fields } : `${error.code} ${error.message.split(': ')[1]}`
  }
}

/** `text` of 0, 1, … `count` - 1, joined. */
export const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')
