/** The fields of a requested upload (test/spec/14). */
import { describe, expect, it } from 'vitest'
import { isMediaType, uploadValidationErrors } from '../../../src/core/input/upload-fields.ts'
import { maxObjectBytes } from '../../../src/outside/objects/objects.ts'
import { messages } from '../../spec/answers.ts'

const image = { purpose: 'profile_photo', filename: 'me.jpg', contentType: 'image/jpeg' }
const cover = { ...image, purpose: 'trip_cover' }
const document = {
  ...{ purpose: 'document', filename: 'a.pdf', contentType: 'application/pdf' },
  ...{ contentLength: 5, parentType: 'activity', parentId: 7 },
}
const required = [messages.required]
const noChoice = (word: string) => [`"${word}" is not a valid choice.`]
const above = (most: number) => [`Ensure this value is less than or equal to ${most}.`]
const below = ['Ensure this value is greater than or equal to 1.']
const { private: most, public: mostOfImages } = maxObjectBytes

describe('the fields of an upload', () => {
  it.each([
    document,
    { ...document, visibility: 'private' },
    { ...document, parentType: 'trip', contentLength: most },
    image,
    { ...image, visibility: 'public', contentLength: mostOfImages },
    cover,
    { ...cover, parentType: 'trip', parentId: 7 },
    { ...image, visibility: null, contentLength: null, parentType: '', parentId: null },
  ])('%j is valid', (fields) => {
    expect(uploadValidationErrors(fields)).toEqual({})
  })

  it.each([
    [{}, { purpose: required }],
    [{ purpose: 'x', contentType: '' }, { purpose: noChoice('x') }],
    [
      { purpose: 'document' },
      {
        ...{ filename: required, contentType: required, contentLength: required },
        parentType: required,
      },
    ],
    [
      { purpose: 'trip_cover', filename: '' },
      { filename: required, contentType: required },
    ],
    [{ ...document, visibility: 'public' }, { visibility: ['Documents must be private.'] }],
    [{ ...image, visibility: 'private' }, { visibility: ['Images must be public.'] }],
    [{ ...image, visibility: 'x' }, { visibility: noChoice('x') }],
    [{ ...image, contentType: 'application/pdf' }, { contentType: ['Images only.'] }],
    [{ ...document, contentType: 'pdf' }, { contentType: ['Enter a valid media type.'] }],
    [{ ...document, contentLength: 0 }, { contentLength: below }],
    [{ ...document, contentLength: most + 1 }, { contentLength: above(most) }],
    [{ ...image, contentLength: mostOfImages + 1 }, { contentLength: above(mostOfImages) }],
    [{ ...document, parentType: 'expense' }, { parentType: noChoice('expense') }],
    [{ ...document, parentId: null }, { parentId: required }],
    [{ ...document, parentId: 0 }, { parentId: below }],
    [{ ...cover, parentId: 7 }, { parentType: required }],
    [{ ...cover, parentType: 'trip' }, { parentId: required }],
    [
      { ...cover, parentType: 'hosting', parentId: 7 },
      { parentType: ['Not allowed for this purpose.'] },
    ],
    [
      { ...image, parentType: 'trip', parentId: 7 },
      { parentType: ['Not allowed for this purpose.'] },
    ],
  ])('%j: %j', (fields, errors) => {
    expect(uploadValidationErrors(fields)).toEqual(errors)
  })

  it.each([
    ...['text/plain', 'image/svg+xml', 'a/b; charset=utf-8', 'a/b;c=d ;  e=f', 'a/b; c.+-d=1.+-e'],
    ...[`${'a'.repeat(127)}/${'b'.repeat(127)}`, '!#$&^.+-/_'],
  ])('%j is a media type', (text) => {
    expect(isMediaType(text)).toBe(true)
  })

  it.each([
    ...['text', '/a', 'a/', 'a/b/c', 'a b/c', 'a/b c', ' a/b', 'a/b;', 'a/b; c', 'a/b; c=', 'é/a'],
    ...[`${'a'.repeat(128)}/b`, `a/${'b'.repeat(128)}`, 'a/b; =d', 'a/b c=d', 'a/b; c=d\n', 'a/é'],
    ...['a/b; c=d!', 'a/b; c!=d', 'a/b;\tc=d', 'a/b; c=d e'],
  ])('%j is not a media type', (text) => {
    expect(isMediaType(text)).toBe(false)
  })
})
