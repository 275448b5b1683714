/**
 * Documents and attached emails at their four places, and uploads (test/spec/04, 05, 13, 14, 17).
 */
import { kindsWithEmails } from '../../spec/kinds.ts'
import { bare, literal, type MatrixRow, type PathIds, upper } from './rows.ts'

type Under = NonNullable<MatrixRow['under']>
const places: readonly (Under | undefined)[] = [
  undefined,
  ...kindsWithEmails.map(({ one }) => one as Under),
]

/** The path of a place, its arguments, and what all rows there share. */
function placeOf(under: Under | undefined) {
  return {
    path: `/trip/{t}${under ? `/${under}/{c}` : ''}`,
    args: `tripId: $t${under ? `, ${under}Id: $c` : ''}`,
    at: under ? { under } : {},
  }
}

const link = { url: 'https://pages.example/voucher', title: 'Voucher' }
const renamed = { title: 'x' }
const see = { right: 'seeDocuments', status: 200 } as const
const change = { right: 'changeDocuments', alone: true } as const

/** The reads that documents and emails share. */
function reads(
  names: 'document' | 'email',
  under: Under | undefined,
  selection: string,
): MatrixRow[] {
  const { path, args, at } = placeOf(under)
  const [list, type] = [`GET /v2${path}/${names}s`, upper(names)]
  const pages = `{ count results ${selection} }`
  const all = { ...see, ...at, alone: true } as const
  const isDeep = under ? {} : { deep: true as const }
  return [
    { rest: list, field: `${names}s(${args}, first: 9)`, ...all, ...of(`${type}Page`, pages) },
    {
      rest: `${list}?deleted=true`,
      field: `deleted${type}s(${args}, first: 9)`,
      ...all,
      ...of('TombstonePage', '{ count results { id } }'),
    },
    {
      rest: `${list}/{id}`,
      field: `${names}(${args}, id: $id)`,
      names,
      ...{ ...see, ...at, ...isDeep },
      ...of(type, selection),
    },
  ]
}

const of = (on: string, selection: string) => ({ on, selection })

function changes(under: Under | undefined): MatrixRow[] {
  const { path, args, at } = placeOf(under)
  const list = `/v1${path}/documents`
  const rename: MatrixRow = {
    field: `renameDocument(${args}, id: $id, input: ${literal(renamed)})`,
    status: 200,
    body: () => renamed,
    names: 'document',
    ...{ ...change, ...at, ...of('Document', '{ id }') },
  }
  return [
    {
      rest: `POST ${list}`,
      field: `attachDocument(${args}, input: ${literal(link)})`,
      status: 201,
      body: () => link,
      ...{ ...change, ...at, ...of('Document', '{ id tempReadUrl }') },
    },
    { rest: `PUT ${list}/{id}`, ...rename },
    { rest: `PATCH ${list}/{id}`, ...rename },
    {
      rest: `DELETE ${list}/{id}`,
      field: `removeDocument(${args}, id: $id)`,
      status: 200,
      names: 'document',
      consumes: true,
      ...{ ...change, ...at, ...bare },
    },
  ]
}

const file = { filename: 'Voucher.pdf', content_type: 'application/pdf', content_length: 100 }

/** An upload for a trip, or for a child that is named by its id alone. */
function upload(kind: Under | undefined): MatrixRow {
  const parent = kind ? '$id' : '$t'
  const sent = { purpose: 'document', ...file, parent_type: kind ?? 'trip' }
  return {
    rest: 'POST /v1/storage/uploads',
    field: `prepareUpload(input: ${literal(sent).replace('}', `, parentId: ${parent}}`)})`,
    status: 200,
    body: ({ t, id }: PathIds) => ({ ...sent, parent_id: kind ? id : t }),
    ...(kind && { names: kind }),
    ...{ positive: true, ...change, ...of('Upload', '{ uploadUrl uploadToken }') },
  }
}

const retitled: MatrixRow = {
  field: 'updateDocument(id: $id, input: {title: "x"})',
  status: 200,
  body: () => renamed,
  names: 'document',
  ...{ ...change, ...of('Document', '{ id title }') },
}

/** Those that name a place. */
export const placeRows: readonly MatrixRow[] = [
  ...places.flatMap((under) => [
    ...reads('document', under, '{ id title tempReadUrl hostings { id } }'),
    ...reads('email', under, '{ id subject safeContent hostings { id } }'),
    ...changes(under),
  ]),
  upload(undefined),
]

/** Those that name a document, or the parent of one, by its id alone. */
export const documentRows: readonly MatrixRow[] = [
  ...kindsWithEmails.map(({ one }) => upload(one as Under)),
  {
    rest: 'GET /v1/documents/{id}/get',
    field: 'documentDownload(id: $id)',
    names: 'document',
    ...{ ...see, alone: true, ...of('DocumentDownload', '{ downloadUrl title }') },
  },
  { rest: 'PUT /v1/documents/{id}', ...retitled },
  { rest: 'PATCH /v1/documents/{id}', ...retitled },
  {
    field: 'restore(kind: DOCUMENT, id: $id)',
    right: 'reviveDocument',
    status: 200,
    names: 'document',
    ...{ consumes: true, revives: true, operator: 'BAD_USER_INPUT', ...bare },
  },
]
