/** Generates small files: a PDF page of text, a PNG with a gradient. */
import { crc32, deflateSync } from 'node:zlib'

/** A PDF page with these lines; ASCII only. */
export function pdfOf(title: string, lines: string[]): Buffer {
  const escaped = (text: string) => text.replace(/[()\\]/g, '\\$&')
  const shown = lines.map((line) => `0 -22 Td (${escaped(line)}) Tj`)
  const content = `BT /F1 20 Tf 60 760 Td (${escaped(title)}) Tj /F1 12 Tf ${shown.join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}

type Color = readonly [number, number, number]

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A PNG with a vertical gradient. */
export function pngOf(width: number, height: number, top: Color, bottom: Color): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits for each of red, green and blue.
  header.set([8, 2], 8)
  const rows = Array.from({ length: height }, (_, y) => {
    const color = top.map((from, at) => from + ((bottom[at] ?? 0) - from) * (y / height))
    // A row begins with its filter type, 0.
    return Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from(color))])
  })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(Buffer.concat(rows))),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}
