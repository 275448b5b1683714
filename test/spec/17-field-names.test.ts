/** `extensions.fields` names invalid fields as the input of the operation does. */
import {
  type GraphQLArgument,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { snakeCase } from '../../src/base/names.ts'
import { inputReader } from '../../src/core/input/input.ts'
import { buildSchema } from '../../src/core/schema.ts'
import { anonymous, as, type ClientCaller } from '../client.ts'
import { cast, people } from '../world.ts'

const inputs = Object.values(buildSchema().getMutationType()?.getFields() ?? {}).flatMap(
  ({ name, args }) =>
    args
      .filter((argument) => isInputObjectType(getNullableType(argument.type)))
      .map((argument): [string, GraphQLArgument] => [name, argument]),
)

/** An input in which every field is invalid: half of a character is not a value of any type. */
function allWrong(type: GraphQLInputObjectType, nameOf: (name: string) => string): object {
  const fields = Object.values(type.getFields()).map((field) => {
    const named = getNamedType(field.type)
    const value = isInputObjectType(named) ? allWrong(named, nameOf) : '\ud800'
    return [nameOf(field.name), isListType(getNullableType(field.type)) ? [value] : value]
  })
  return Object.fromEntries(fields)
}

const keysIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(keysIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inside]) => [key, ...keysIn(inside)])
}

/** The names of all fields of an input, and of the inputs in it. */
const namesOf = (type: GraphQLInputObjectType): string[] =>
  Object.values(type.getFields()).flatMap(({ name, type: of }) => {
    const named = getNamedType(of)
    return isInputObjectType(named) ? [name, ...namesOf(named)] : [name]
  })

describe('17 the keys of extensions.fields', () => {
  it.each(inputs)('%s: every validation error has the name of its field', (_, argument) => {
    const type = getNamedType(argument.type) as GraphQLInputObjectType
    const inGraphQL = inputReader(argument)(allWrong(type, (name) => name) as never)
    const inRest = inputReader(argument, snakeCase)(allWrong(type, snakeCase) as never)
    expect(inRest.validationErrors).toEqual(inGraphQL.validationErrors)
    const known = namesOf(type)
    expect(keysIn(inGraphQL.validationErrors).filter((key) => !known.includes(key))).toEqual([])
    expect(Object.keys(inGraphQL.validationErrors ?? {}).length).toBeGreaterThan(0)
  })

  const long = 'x'.repeat(300)
  const twice = { newPassword1: 'another horse 8', newPassword2: 'one more horse' }
  it.each<[string, object, string[]]>([
    ['updateMe: ProfileInput', { photoUrl: 'data:,x', defaultCurrency: long }, []],
    ['updateAuthUser: AuthUserInput', { firstName: long, lastName: long }, []],
    ['createTrip: TripInput', { internalIdentifier: long, numberOfDays: -1 }, []],
    ['createTrip: TripInput', { guestInvites: [{}] }, ['guestInvites', 'userId']],
    ['changePassword: PasswordChangeInput', twice, ['newPassword2']],
    ['changePassword: PasswordChangeInput', { ...twice, oldPassword: 'no' }, ['oldPassword']],
    ['logIn: LogInInput', { password: 'a' }, ['nonFieldErrors']],
    [
      'confirmPasswordReset: PasswordResetConfirmInput',
      {},
      ['uid', 'token', 'newPassword1', 'newPassword2'],
    ],
    ['createCategory: CategoryInput', { name: 'x', iconName: long }, ['iconName']],
    [
      'prepareUpload: UploadInput',
      { purpose: 'document', parentType: 'x' },
      [...['filename', 'contentType', 'contentLength', 'parentType', 'parentId']],
    ],
    ['attachDocument: DocumentInput', { url: 'k', fileType: 'image/png' }, ['uploadToken']],
  ])('%s %j', async (operation, input, names) => {
    const { olga, trip } = await cast()
    const [field = '', type] = operation.split(': ')
    const place = field === 'attachDocument' ? `tripId: ${trip.id}, ` : ''
    const document = `mutation ($input: ${type}!) {
      ${field}(${place}input: $input) { __typename } }`
    const caller: ClientCaller = field === 'logIn' ? anonymous : olga
    const { errors } = await as(caller).graphql(document, { input })
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
    const fields = keysIn(errors[0]?.extensions.fields)
    expect(fields).toEqual(names.length > 0 ? names : Object.keys(input))
  })

  it('REST names the same fields in snake_case', async () => {
    const [mia] = await people('mia')
    const body = { new_password1: 'another horse 8', new_password2: 'one more horse' }
    const { json } = await as(mia as never).post('/auth/password/change', body)
    expect(Object.keys(json)).toEqual(['new_password2'])
  })
})
