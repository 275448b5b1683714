/**
 * The fields of an upload's preparation and their rules (test/spec/14), of which the SDL says only
 * the types. They are checked before the right: ../permissions/checks.ts.
 */
import type { ValidationErrors } from '../../base/errors.ts'
import { parentKinds } from '../parent-kinds.ts'

const purposes = ['document', 'profile_photo', 'trip_cover'] as const

/** As read; missing, null and blank values count as not sent. */
export interface UploadFields {
  purpose?: string | null
  filename?: string | null
  contentType?: string | null
  contentLength?: number | null
  visibility?: string | null
  parentType?: string | null
  parentId?: number | null
}

/**
 * Bytes of an upload at most: of a document (test/spec/14), and of an image, which anonymous
 * clients send too and whose length need not be sent beforehand.
 */
export const maxBytes = { private: 104_857_600, public: 20_971_520 } as const

/** Images that may be public. Types in which browsers run scripts, such as SVG, are excluded. */
const publicImages = /^image\/(jpe?g|png|gif|webp|avif|heic|heif|bmp|tiff)$/i

/** Whether a text is a media type, perhaps with parameters. */
export const isMediaType = (text: string) => mediaType.test(text)
const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}( *; *[\w.+-]+=[\w.+-]+)*$/

const required = 'This field is required.'
const tooSmall = 'Ensure this value is greater than or equal to 1.'
const choice = (word: string) => `"${word}" is not a valid choice.`

function aboutVisibility(visibility: string, isDocument: boolean): string | undefined {
  if (visibility === '' || visibility === (isDocument ? 'private' : 'public')) return undefined
  if (visibility !== 'private' && visibility !== 'public') return choice(visibility)
  return isDocument ? 'Documents must be private.' : 'Images must be public.'
}

function aboutType(type: string, isDocument: boolean): string | undefined {
  if (type === '') return required
  if (!isDocument) return publicImages.test(type) ? undefined : 'Images only.'
  return mediaType.test(type) ? undefined : 'Enter a valid media type.'
}

function aboutLength(length: number | null | undefined, isDocument: boolean): string | undefined {
  if (length === undefined || length === null) return isDocument ? required : undefined
  if (length < 1) return tooSmall
  const max = maxBytes[isDocument ? 'private' : 'public']
  return length <= max ? undefined : `Ensure this value is less than or equal to ${max}.`
}

/** The error of the parent's kind; `named` says whether an id was sent. */
function aboutParent(kind: string, purpose: string, named: boolean): string | undefined {
  if (kind === '') return purpose === 'document' || named ? required : undefined
  if (!parentKinds.some((known) => known === kind)) return choice(kind)
  const allowed = purpose === 'document' || (purpose === 'trip_cover' && kind === 'trip')
  return allowed ? undefined : 'Not allowed for this purpose.'
}

/** An id beyond 32 bits has become the last one within (`clamp`), which no sequence reaches. */
function aboutParentId(id: number | null | undefined, kind: string): string | undefined {
  if (id === undefined || id === null) return kind === '' ? undefined : required
  return id < 1 ? tooSmall : undefined
}

/** Validation errors by field. Without a known purpose, only that is reported. */
export function uploadValidationErrors(fields: UploadFields): ValidationErrors {
  const purpose = fields.purpose ?? ''
  if (purpose === '') return { purpose: [required] }
  if (!purposes.some((known) => known === purpose)) return { purpose: [choice(purpose)] }
  const isDocument = purpose === 'document'
  const kind = fields.parentType ?? ''
  const named = fields.parentId !== undefined && fields.parentId !== null
  const found: Record<string, string | undefined> = {
    filename: fields.filename ? undefined : required,
    contentType: aboutType(fields.contentType ?? '', isDocument),
    contentLength: aboutLength(fields.contentLength, isDocument),
    visibility: aboutVisibility(fields.visibility ?? '', isDocument),
    parentType: aboutParent(kind, purpose, named),
    parentId: aboutParentId(fields.parentId, kind),
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : [])),
  )
}
