/** The mocked schema as its tests ask it, without HTTP. */
import { readFileSync } from 'node:fs'
import { type ExecutionResult, graphql } from 'graphql'
import { expect } from 'vitest'
import { mockedSchema } from '../../src/operations/mock/schema.ts'

export const text = (path: string) =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** A schema that has answered nothing yet. */
export const mocked = () => mockedSchema(text('schema/public.graphql'))

/** What a document is answered with, without an error. */
export const ask = async (
  schema: ReturnType<typeof mocked>,
  source: string,
  variableValues = {},
) => {
  const answer = (await graphql({ schema, source, variableValues })) as ExecutionResult
  expect(answer.errors).toBeUndefined()
  return answer.data as Record<string, unknown>
}
