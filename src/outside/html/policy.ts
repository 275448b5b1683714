/**
 * The allowlist for untrusted HTML: text, tables, simple styles, links that a person must click,
 * and images that the message contains. Everything else is removed.
 */
import sanitize from 'sanitize-html'
import { words } from '../../base/names.ts'

/** Images of the message as `data:` URLs, by their content ids. */
export type Images = Readonly<Record<string, string>>

const tags = words(`a abbr address article aside b bdi bdo blockquote br caption center cite code
  col colgroup dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i
  img ins kbd li main mark nav ol p pre q s samp section small span strike strong sub sup table
  tbody td tfoot th thead time tr tt u ul var wbr`)

/** Removed with their content, which is not for people or is parsed by different rules. */
const withContent = words(`applet audio canvas datalist embed frameset head iframe math noembed
  noframes noscript object option plaintext script select style svg template textarea title video
  xmp`)

const attributes = {
  '*': words('align bgcolor dir height lang style title valign width'),
  a: words('href rel target'),
  col: ['span'],
  colgroup: ['span'],
  font: words('color size'),
  img: words('alt src'),
  li: ['value'],
  ol: words('reversed start type'),
  table: words('border cellpadding cellspacing'),
  td: words('colspan rowspan'),
  th: words('colspan rowspan scope'),
}

// Without parentheses or backslashes, a value cannot contain a URL; colours are the exception.
const plain = /^[\w\s#.,%'"-]{1,200}$/
const color = /^(#?\w{1,30}|(rgb|hsl)a?\([\d\s.,%]{1,60}\))$/
const styles = {
  ...Object.fromEntries(
    words(`border border-bottom border-collapse border-left border-radius border-right
      border-spacing border-style border-top border-width font-family font-size font-style
      font-weight height letter-spacing line-height list-style-type max-width min-width padding
      padding-bottom padding-left padding-right padding-top text-align text-decoration text-indent
      text-transform vertical-align white-space width word-break`).map((name) => [name, [plain]]),
  ),
  ...Object.fromEntries(
    words('background-color border-color color').map((name) => [name, [color]]),
  ),
  display: [/^(block|inline|inline-block|none|table|table-cell|table-row)$/],
}

/** Maximum number of open tags; the time to parse grows with its square. */
const maxDepth = 1_000

/** Maximum characters of `data:` URLs in one message. */
const maxImages = 5_000_000
/** Maximum length of the clean form relative to the message, without images. */
const maxGrowth = 4
/** Maximum characters added to a short message, where a link may become seven times as long. */
const maxGrowthOfShort = 10_000

const linkSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:'])
const ownImage = /^data:image\/(gif|jpeg|jpg|png|webp);base64,[A-Za-z0-9+/=\s]+$/i

/** The URL of a link as browsers read it; undefined unless it is absolute. */
function linkTo(href = ''): string | undefined {
  const url = URL.canParse(href.trim()) ? new URL(href.trim()) : undefined
  return url && linkSchemes.has(url.protocol) ? url.href : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Finds the URLs of images. Each image of the message is found only once, and all together have at
 * most 5 million characters: of five hundred references to one image, the first shows it. `added`
 * counts the characters that were added to the HTML.
 */
function imageFinder(images: Images) {
  const shown = new Set<string>()
  let length = 0
  const found = { added: 0 }
  const fits = (url: string) => {
    const isShort = length + url.length <= maxImages
    if (isShort) length += url.length
    return isShort
  }
  const imageUrlOf = (src: string): string | undefined => {
    if (ownImage.test(src)) return fits(src) ? src : undefined
    const [, id = ''] = /^\s*cid:(.*)$/is.exec(src) ?? []
    const key = decoded(id.trim())
    const url = Object.hasOwn(images, key) && !shown.has(key) ? images[key] : undefined
    if (url === undefined || !fits(url)) return undefined
    shown.add(key)
    found.added += url.length
    return url
  }
  return { imageUrlOf, found }
}

/**
 * HTML that loads and runs nothing, wherever it is shown. An image that is not shown is replaced by
 * its alternative text. Throws if the HTML nests too deeply or grows too long.
 */
export function safeHtml(html: string, images: Images = {}): string {
  const { imageUrlOf, found } = imageFinder(images)
  const clean = sanitized(html, imageUrlOf)
  const grown = clean.length - found.added
  if (grown > maxGrowth * html.length + maxGrowthOfShort)
    throw new Error('the sanitized HTML is too long')
  return clean
}

function sanitized(html: string, imageAt: (src: string) => string | undefined): string {
  let depth = 0
  return sanitize(html, {
    allowedTags: tags,
    nonTextTags: withContent,
    allowedAttributes: attributes,
    allowedStyles: { '*': styles },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    allowProtocolRelative: false,
    onOpenTag: () => {
      depth += 1
      if (depth > maxDepth) throw new Error('the tags are nested too deeply')
    },
    onCloseTag: () => {
      depth -= 1
    },
    // Browsers stop at 512.
    nestingLimit: 200,
    transformTags: {
      a: (_tag, { title, style, href }) => ({
        tagName: 'a',
        attribs: withValues({
          title,
          style,
          href: linkTo(href),
          rel: 'noopener noreferrer nofollow',
          target: '_blank',
        }),
      }),
      img: (_tag, { src = '', alt = '', width, height, style }) => ({
        tagName: 'img',
        attribs: withValues({ src: imageAt(src), alt, width, height, style }),
      }),
    },
  })
}

function withValues(attribs: Record<string, string | undefined>): sanitize.Attributes {
  return Object.fromEntries(
    Object.entries(attribs).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Plain text as HTML that looks the same. */
export function textAsHtml(text: string): string {
  const escaped = text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign)
  return escaped === '' ? '' : `<div>${escaped.replace(/\r\n?|\n/g, '<br />\n')}</div>`
}
