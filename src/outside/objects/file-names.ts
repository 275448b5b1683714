/**
 * Headers that make stored files harmless in browsers (target F3): shown inline only if the type
 * cannot run code, otherwise downloaded under a safe name.
 */
import { publicImages } from './objects.ts'

/** Extensions that fit a media type, the usual one first. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/json': ['json'],
  'application/vnd.apple.pkpass': ['pkpass'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/jpg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/heic': ['heic'],
  'image/heif': ['heif', 'heic'],
  'image/avif': ['avif'],
  'image/svg+xml': ['svg'],
  'text/plain': ['txt', 'text', 'log', 'md'],
  'text/csv': ['csv'],
  'text/html': ['html', 'htm'],
  'text/calendar': ['ics'],
  'message/rfc822': ['eml'],
}

/** Extensions that some system runs or resolves on a double click. */
const dangerous =
  /^(exe|com|bat|cmd|scr|pif|cpl|msi|msp|msc|ps1|psm1|vb|vbs|vbe|js|jse|mjs|ws|wsf|wsh|hta|lnk|url|scf|reg|inf|jar|jnlp|app|command|dmg|pkg|sh|bash|zsh|py|pl|rb|php|desktop|apk|appimage|deb|rpm|iso|img|vhdx?|htm|html|xhtml|shtml|mht|mhtml|svg|xml|xsl|swf|chm|docm|xlsm|pptm|library-ms)$/i

/** Types besides images that browsers show without running code. */
const shown = /^(application\/pdf|text\/plain|(audio|video)\/[\w.+-]+)$/

/** Device names on Windows. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Maximum characters of a name, without its extension. */
const maxLength = 120

/** The media type without parameters, in lower case. */
function essenceOf(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase()
}

function extensionFor(given: string, contentType: string): string {
  const fitting = extensions[essenceOf(contentType)]
  if (fitting) return fitting.includes(given.toLowerCase()) ? given : (fitting[0] as string)
  return given === '' || dangerous.test(given) ? 'bin' : given
}

/**
 * `name` as a safe file name: without path, control or direction marks, device name or leading dot,
 * and with an extension that fits the media type, appended to any that does not.
 */
export function safeFileName(name: string, contentType: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, '')
    .replace(/[/\\:*?"<>|%;]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.~-]+|[\s.]+$/g, '')
  const [, stem = plain, given = ''] = /^(.+)\.([A-Za-z\d-]{1,10})$/.exec(plain) ?? []
  const extension = extensionFor(given, contentType)
  const kept = given === extension ? stem : plain
  const short = [...(reserved.test(kept) ? `_${kept}` : kept)].slice(0, maxLength).join('').trim()
  return `${short || 'file'}.${extension}`
}

/** The `Content-Disposition` of a file, with the name in both forms of RFC 6266. */
export function disposition(name: string, contentType: string): string {
  const safe = safeFileName(name, contentType)
  const ascii = safe.normalize('NFKD').replace(/[^\x20-\x7e]/g, '') || 'file'
  const encoded = encodeURIComponent(safe).replace(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const essence = essenceOf(contentType)
  const isShown = publicImages.test(essence) || shown.test(essence)
  const manner = isShown ? 'inline' : 'attachment'
  return `${manner}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
