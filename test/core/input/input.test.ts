/** Input is read once: before the rule of the mutation, by one set of rules for both surfaces. */
import type { GraphQLArgument } from 'graphql'
import { describe, expect, it } from 'vitest'
import { inputReader } from '../../../src/core/input/input.ts'
import { buildSchema } from '../../../src/core/schema.ts'
import { as } from '../../client.ts'
import { documentOf, prepare } from '../../spec/uploads.ts'
import { cast } from '../../world.ts'

const upload = `mutation ($input: UploadInput!) { prepareUpload(input: $input) { objectKey } }`

function inputOf(mutation: string): GraphQLArgument {
  const field = buildSchema().getMutationType()?.getFields()[mutation]
  return field?.args.find(({ name }) => name === 'input') as GraphQLArgument
}

describe('GraphQL and REST: input is read before the rule', () => {
  it('all fields of an upload are checked before the right', async () => {
    const { vera, trip } = await cast()
    const tooLong = ['Ensure this field has no more than 255 characters.']
    const body = { ...documentOf(Number(trip.id)), filename: 'x'.repeat(256), visibility: 'public' }
    const rest = await prepare(vera, body)
    const wrong = { filename: tooLong, visibility: ['Documents must be private.'] }
    expect([rest.status, rest.json]).toEqual([400, wrong])
    const input = Object.fromEntries(
      Object.entries(body).map(([key, value]) => [
        key.replace(/_(.)/, (_, letter: string) => letter.toUpperCase()),
        value,
      ]),
    )
    const { errors } = await as(vera).graphql(upload, { input })
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: wrong })
    const allowed = await as(vera).graphql(upload, {
      input: { ...input, filename: 'x', visibility: 'private' },
    })
    expect(allowed.errors[0]?.extensions.code).toBe('FORBIDDEN')
  })

  it('the limit of a text counts its characters in lower case', () => {
    const read = inputReader(inputOf('signUp'))
    // Lower case makes two letters of this one.
    const email = `${'\u0130'.repeat(30)}@${'a'.repeat(210)}.example`
    expect(read({ email }).validationErrors?.email).toEqual([
      'Ensure this field has no more than 255 characters.',
    ])
  })
})
