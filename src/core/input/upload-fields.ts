/**
 * Validates the fields of `prepareUpload` (test/spec/14), for which the SDL has only the types.
 * They are checked before the right: ../permissions/checks.ts.
 */
import type { ValidationErrors } from '../../base/errors.ts'
import { wrong } from '../../base/values.ts'
import { maxObjectBytes, publicImages } from '../../outside/objects/objects.ts'
import { parentKinds } from '../parent-kinds.ts'
import { inRange, readAll, required, validChoice } from './values.ts'

const purposes = ['document', 'profile_photo', 'trip_cover'] as const

/** The fields as read; missing, null and blank values count as not sent. */
export interface UploadFields {
  purpose?: string | null
  filename?: string | null
  contentType?: string | null
  contentLength?: number | null
  visibility?: string | null
  parentType?: string | null
  parentId?: number | null
}

/** Whether a text is a media type, perhaps with parameters. */
export const isMediaType = (text: string) => mediaType.test(text)
const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}( *; *[\w.+-]+=[\w.+-]+)*$/

function checkVisibility(visibility: string, isDocument: boolean): void {
  if (visibility === '' || visibility === (isDocument ? 'private' : 'public')) return
  validChoice(visibility, Object.keys(maxObjectBytes))
  wrong(isDocument ? 'Documents must be private.' : 'Images must be public.')
}

function checkType(type: string, isDocument: boolean): void {
  if (type === '') wrong(required)
  if (!isDocument && !publicImages.test(type)) wrong('Images only.')
  if (!mediaType.test(type)) wrong('Enter a valid media type.')
}

function checkLength(length: number | null | undefined, isDocument: boolean): void {
  if (length != null) inRange(length, 1, maxObjectBytes[isDocument ? 'private' : 'public'])
  else if (isDocument) wrong(required)
}

/** Checks the kind of the parent, which a trip's image has too. */
function checkParent(kind: string, purpose: string, isNamed: boolean): void {
  const isDocument = purpose === 'document'
  if (kind !== '') validChoice(kind, parentKinds)
  else if (isDocument || isNamed) wrong(required)
  const isAllowed = kind === '' || isDocument || (purpose === 'trip_cover' && kind === 'trip')
  if (!isAllowed) wrong('Not allowed for this purpose.')
}

/** An id beyond 32 bits was clamped to the maximum, which no sequence reaches. */
function checkParentId(id: number | null | undefined, kind: string): void {
  if (id != null) inRange(id, 1)
  else if (kind !== '') wrong(required)
}

const errorsOf = (checks: Record<string, () => unknown>) =>
  readAll(Object.entries(checks), (check) => check()).validationErrors

/** Validation errors by field. For an unknown purpose, only its own. */
export function uploadValidationErrors(fields: UploadFields): ValidationErrors {
  const purpose = fields.purpose ?? ''
  const unknown = errorsOf({ purpose: () => validChoice(purpose || wrong(required), purposes) })
  if (unknown) return unknown
  const isDocument = purpose === 'document'
  const kind = fields.parentType ?? ''
  const found = errorsOf({
    filename: () => fields.filename || wrong(required),
    contentType: () => checkType(fields.contentType ?? '', isDocument),
    contentLength: () => checkLength(fields.contentLength, isDocument),
    visibility: () => checkVisibility(fields.visibility ?? '', isDocument),
    parentType: () => checkParent(kind, purpose, fields.parentId != null),
    parentId: () => checkParentId(fields.parentId, kind),
  })
  return found ?? {}
}
