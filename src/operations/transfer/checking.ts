/** Checks a whole export before anything is stored (test/operations/transfer). */
import { isUtf8 } from 'node:buffer'
import { mebi, wrong } from '../../base/values.ts'
import { isMediaType } from '../../core/input/upload-fields.ts'
import { isPageUrl } from '../../core/input/web-urls.ts'
import type { Report } from '../../process/progress.ts'
import { placed, WrongExport } from './export-errors.ts'
import { type FileRef, fileCounter, type OpenFolder } from './folder.ts'
import { filesOf, type ReadRecord, readRecord } from './records.ts'
import { References } from './references.ts'

export interface PlacedRecord extends ReadRecord {
  place: string
  /** Bytes in memory while it waits to be stored; of an email, with its files. */
  bytes: number
}

/** Checks that a link is a URL, and a file has a media type. */
function checkDocument({ fields }: ReadRecord): void {
  const isLink = fields.fileType === 'url'
  const url = String(fields.url)
  if (isLink && !isPageUrl(url)) wrong('url: Enter a valid URL.')
  if (isLink && fields.file !== null) wrong('a link must not have a file')
  if (!isLink && !isMediaType(String(fields.fileType))) {
    wrong('fileType: Enter a valid media type.')
  }
  if (fields.file && url !== (fields.file as FileRef).name) {
    wrong('url must be the name of the file')
  }
}

const bytesOf = (record: ReadRecord) => filesOf(record).reduce((sum, { bytes }) => sum + bytes, 0)

/** The valid records. Throws WrongExport for the first invalid one. */
export async function* checkedRecords(folder: OpenFolder): AsyncGenerator<PlacedRecord> {
  const references = new References()
  for await (const { place, raw, bytes } of folder.records()) {
    yield placed(place, () => {
      const record = readRecord(raw)
      references.check(record)
      if (record.kind === 'document') checkDocument(record)
      const files = record.kind === 'email' ? bytesOf(record) : 0
      return { ...record, place, bytes: bytes + files }
    })
  }
  if (references.counted('account') === 0) {
    throw new WrongExport('account.jsonl', 'contains no account')
  }
}

/** A text in a file, checked for what PostgreSQL cannot store. */
export async function storedText(folder: OpenFolder, ref: FileRef | null): Promise<string> {
  const bytes = ref ? await folder.bytesOf(ref) : Buffer.alloc(0)
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw new WrongExport(ref?.name ?? '', 'must be UTF-8 text without NUL characters')
  }
  return bytes.toString()
}

/**
 * Maximum bytes of one email with its attachments; more than any message that the service accepts.
 */
const maxEmailBytes = 64 * mebi

/** Reads the whole export, including its files. Returns whether any documents have files. */
export async function checkExport(folder: OpenFolder, report: Report): Promise<boolean> {
  const count = fileCounter()
  let [checked, hasFiles] = [0, false]
  for await (const record of checkedRecords(folder)) {
    const { kind, place, fields } = record
    checked += 1
    report('Checked', checked, 'records', folder.count)
    if (kind === 'email' && bytesOf(record) > maxEmailBytes) {
      throw new WrongExport(place, 'the email is too large')
    }
    hasFiles ||= kind === 'document' && fields.file !== null
    for (const file of filesOf(record)) {
      count(place, file)
      if (file === fields.html || file === fields.text) await storedText(folder, file)
      else await folder.bytesOf(file)
    }
  }
  return hasFiles
}
