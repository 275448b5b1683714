/** A whole export, checked before anything of it is stored (test/transfer). */
import { isUtf8 } from 'node:buffer'
import { isMediaType } from '../input/upload-fields.ts'
import { isWebUrl } from '../input/web-urls.ts'
import { type FileRef, fileCounter, type OpenFolder } from './folder.ts'
import { placed, WrongExport, WrongValue } from './places.ts'
import { filesOf, type ReadRecord, readRecord } from './records.ts'
import { References } from './references.ts'

export interface PlacedRecord extends ReadRecord {
  place: string
}

/** A link is one, and a file has a media type. */
function checkDocument({ fields }: ReadRecord): void {
  const isLink = fields.fileType === 'url'
  const url = String(fields.url)
  if (isLink && (!isWebUrl(url) || /\s/.test(url))) throw new WrongValue('url: Enter a valid URL.')
  if (isLink && fields.file !== null) throw new WrongValue('a link must not have a file')
  if (!isLink && !isMediaType(String(fields.fileType))) {
    throw new WrongValue('fileType: Enter a valid media type.')
  }
  if (fields.file && url !== (fields.file as FileRef).name) {
    throw new WrongValue('url must be the name of the file')
  }
}

/** The records, each as it may be stored. Throws WrongExport for the first that may not. */
export async function* checkedRecords(folder: OpenFolder): AsyncGenerator<PlacedRecord> {
  const references = new References()
  for await (const { place, raw } of folder.records()) {
    yield placed(place, () => {
      const record = readRecord(raw)
      references.check(record)
      if (record.kind === 'document') checkDocument(record)
      return { ...record, place }
    })
  }
  if (references.counted('account') === 0) {
    throw new WrongExport('account.jsonl', 'contains no account')
  }
}

/** A stored text, as PostgreSQL takes it. */
export async function textIn(folder: OpenFolder, ref: FileRef | null): Promise<string> {
  const bytes = ref ? await folder.bytesOf(ref) : Buffer.alloc(0)
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw new WrongExport(ref?.name ?? '', 'must be UTF-8 text without NUL characters')
  }
  return bytes.toString()
}

/** Bytes of one email with its attachments; more than any message has that the service takes. */
const largestEmail = 64 * 1024 * 1024

/** Reads all of the export, its files included. */
export async function checkExport(folder: OpenFolder): Promise<void> {
  const count = fileCounter()
  for await (const record of checkedRecords(folder)) {
    const { kind, place, fields } = record
    const files = filesOf(record)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    if (kind === 'email' && bytes > largestEmail) {
      throw new WrongExport(place, 'the email is too large')
    }
    for (const file of files) {
      count(place, file)
      if (file === fields.html || file === fields.text) await textIn(folder, file)
      else await folder.bytesOf(file)
    }
  }
}
