/** Which part of a file a request asks for (RFC 9110, 14). */

export interface Part {
  /** The first and the last byte. */
  start: number
  end: number
}

/**
 * The part that the `Range` header names; 'all' without one, and for what may be ignored: other
 * units, several ranges, what is no range. 'none' if there is no such part of `size` bytes.
 */
export function partOf(header: string | undefined, size: number): Part | 'all' | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'all'
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return 'all'
  return start >= size ? 'none' : { start, end }
}
