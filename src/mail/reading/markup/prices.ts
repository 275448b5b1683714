/**
 * Reads prices as mailers write them; an ambiguous text is not a price
 * (test/mail/reading/markup/prices).
 */
import { isNode, listOf } from './markup.ts'

/** Characters; longer than any price. */
const maxLength = 40
/** Text around the digits: `EUR `, `Rs. `, `kr`; `.-` after whole francs. */
const written =
  /^((?:[^\d.,+-]*\p{L}\.\s*)|[^\d.,+-]*)(-?\d[\d.,'’\s]*)(?:(?<=[.,])[-–—]{1,2})?(\D*)$/u

/** Signs of a single currency; `$` and `¥` have several. */
const signs: Readonly<Record<string, string>> = {
  ...{
    '€': 'EUR',
    '£': 'GBP',
    R$: 'BRL',
    円: 'JPY',
    元: 'CNY',
    '₹': 'INR',
    '₩': 'KRW',
    '₺': 'TRY',
  },
  ...{
    '₽': 'RUB',
    '₫': 'VND',
    '₴': 'UAH',
    '฿': 'THB',
    '₪': 'ILS',
    '₱': 'PHP',
    zł: 'PLN',
    Kč: 'CZK',
  },
  ...{ US$: 'USD', A$: 'AUD', AU$: 'AUD', C$: 'CAD', CA$: 'CAD', NZ$: 'NZD', HK$: 'HKD' },
  ...{ S$: 'SGD', NT$: 'TWD', MX$: 'MXN', Ft: 'HUF', lei: 'RON', лв: 'BGN', Euro: 'EUR' },
}
const crowns: Readonly<Record<string, string>> = { DK: 'DKK', IS: 'ISK', NO: 'NOK', SE: 'SEK' }

/**
 * The currency in a price, by code or sign; `kr` by the country, if it is the only one. Undefined
 * if there is none, or it is ambiguous.
 */
export function currencyIn(value: unknown, countries: readonly string[]): string | undefined {
  const [first] = listOf(value)
  const given = isNode(first) ? (first.price ?? first.value) : first
  if (typeof given !== 'string' || given.length > maxLength) return undefined
  const [, before = '', , after = ''] = written.exec(given.trim()) ?? []
  const sign = `${before} ${after}`.replace(/[\s.:–—-]+/g, ' ').trim()
  if (/^kr$/i.test(sign)) return countries.length === 1 ? crowns[countries[0] ?? ''] : undefined
  return /^[A-Z]{3}$/.test(sign) ? sign : Object.hasOwn(signs, sign) ? signs[sign] : undefined
}

/** Words and signs of currencies that have several meanings, or no code. */
const loose = new Set(
  [
    '$ ¥ ￥ kr rs fr sfr ft lei euro euros dollar dollars pound pounds yen yuan franken francs',
    'kronor kroner krónur złotych zł kč korun forint lv лв руб р грн tl 円 元 원 dh rm rp r s/ bs',
  ].flatMap((list) => list.split(' ')),
)
/** They do not change what the amount is. */
const ofTheWhole = new Set(['total', 'totale', 'gesamt', 'summe', 'importe'])

/** The sign of a currency, without those of its country. */
function signOf(currency: string): string | undefined {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  const parts = new Intl.NumberFormat('en', style).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value
}

/** Whether these words around a price are its currency, and nothing else: not `per night`. */
const isOfCurrency = (around: string, currency: string): boolean =>
  around
    .split(/[\s:()[\]–—-]+/)
    .filter((word) => /[^.,]/.test(word))
    .map((word) => word.replace(/[.,]+$/, ''))
    .every((word) => {
      const lower = word.toLowerCase()
      const isKnown = loose.has(lower) || ofTheWhole.has(lower) || word.toUpperCase() === currency
      const isSign = Object.hasOwn(signs, word) && signs[word] === currency
      return isKnown || isSign || word === signOf(currency)
    })

/** Decimal places of a currency (ISO 4217). */
function placesOf(currency: string): number {
  const style = { style: 'currency', currency } as const
  return new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 2
}

/** Digits in groups of three, or in Indian groups: three at the end, two in each group before. */
const inGroups = (text: string) =>
  /^\d{1,3}([.,'’\s])\d{3}(?:\1\d{3})*$/.test(text) || /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(text)

const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * Whole digits and decimals. A single point or comma before three digits separates groups if the
 * currency has fewer decimals; but a point may be a program's decimal point, before any number of
 * digits, if the currency has decimals.
 */
function partsOf(text: string, places: number): [string, string] | undefined {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const [before, after] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  const isPlain = /^\d+$/.test(before)
  if (at < 0) return isPlain || inGroups(text) ? [digitsOf(text), ''] : undefined
  if (!/^\d+$/.test(after)) return undefined
  const sign = text[at] as string
  if (before.includes(sign)) return inGroups(text) ? [digitsOf(text), ''] : undefined
  if (!isPlain) return inGroups(before) ? [digitsOf(before), after] : undefined
  if (after.length !== 3 || before.length > 3 || /^0/.test(before)) return [before, after]
  if (places === 0 || (places === 2 && sign === ',')) return [before + after, '']
  return places === 3 && sign === '.' ? [before, after] : undefined
}

/** A price in a currency: a number or text, perhaps in a specification; else null. */
export function priceOf(value: unknown, currency: string): number | null {
  const [first] = listOf(value)
  const given = isNode(first) ? (first.price ?? first.value) : first
  if (typeof given === 'number') return Number.isFinite(given) ? given : null
  if (typeof given !== 'string' || given.length > maxLength) return null
  const [, before = '', number = '', after = ''] = written.exec(given.trim()) ?? []
  if (number === '' || !isOfCurrency(`${before} ${after}`, currency)) return null
  const places = placesOf(currency)
  const [whole, decimals] =
    partsOf(number.replace(/^-/, '').replace(/[.,'’\s]+$/, ''), places) ?? []
  // Excess decimals must be zeros.
  if (whole === undefined || /[1-9]/.test((decimals ?? '').slice(places))) return null
  return Number(`${number.startsWith('-') ? '-' : ''}${whole}.${decimals || '0'}`)
}
