/** Inbound mail: a price is read as its currency writes it, or left out. */
import { describe, expect, it } from 'vitest'
import { moneyOf } from '../../../../src/mail/reading/markup/markup-values.ts'
import { priceOf } from '../../../../src/mail/reading/markup/prices.ts'

describe('17 Inbound mail: a mail with a price', () => {
  it.each([
    ['189.90', 'EUR', 189.9],
    ['189,90', 'EUR', 189.9],
    ['189.9000', 'EUR', 189.9],
    ['0.500', 'EUR', 0.5],
    ['1,234.50', 'USD', 1234.5],
    ['1.410,50', 'EUR', 1410.5],
    ['1.234.567', 'EUR', 1_234_567],
    ['12,000', 'USD', 12_000],
    ['1,234', 'EUR', 1234],
    ["1'234.50", 'CHF', 1234.5],
    ['120.-', 'CHF', 120],
    ['1 234,50 kr', 'SEK', 1234.5],
    ['Rs. 1,23,456.00', 'INR', 123_456],
    ['12,000', 'JPY', 12_000],
    ['1.234', 'JPY', 1234],
    ['1500.00', 'JPY', 1500],
    ['12.500 KWD', 'KWD', 12.5],
    ['1234.567', 'KWD', 1234.567],
    ['€ 99', 'EUR', 99],
    ['EUR 99,00', 'EUR', 99],
    ['99 Euro', 'EUR', 99],
    ['Total: € 99', 'EUR', 99],
    ['$99.00', 'USD', 99],
    ['US$ 99', 'USD', 99],
    ['$99 (CAD)', 'CAD', 99],
    ['CHF 120.—', 'CHF', 120],
    ['Fr. 120.–', 'CHF', 120],
    ['1.500.000 Rp', 'IDR', 1_500_000],
    ['R 1 200,00', 'ZAR', 1200],
    ['3 200 руб.', 'RUB', 3200],
  ])('%j in %s is read', (text, currency, price) => {
    expect(priceOf(text, currency)).toBe(price)
  })

  it.each([
    ['1.234', 'EUR', 'a program writes three decimals, and people write groups'],
    ['EUR 12.000', 'EUR', 'the same'],
    ['1,234', 'KWD', 'a group, or the decimals of the currency'],
    ['189.987', 'EUR', 'more decimals than there are coins'],
    ['1500.50', 'JPY', 'the same'],
    ['1e3', 'EUR', 'a number of programs'],
    ['0x10', 'EUR', 'the same'],
    ['.50', 'EUR', 'half a number'],
    ['12.34.56', 'EUR', 'no groups of three'],
    ['1,234,56', 'EUR', 'the same'],
    ['12.50-13.50', 'EUR', 'two prices'],
    ['2 x 45.00', 'EUR', 'the same'],
    ['USD 12.50', 'EUR', 'another currency'],
    ['€ 12.50', 'USD', 'the same'],
    ['99 € / Nacht', 'EUR', 'the price of a night'],
    ['50.00 per night', 'EUR', 'the same'],
    ['99.00 pro Person', 'EUR', 'the price of one person'],
    ['from 99.00', 'EUR', 'the lowest price'],
    ['ab 99 EUR', 'EUR', 'the same'],
    ['ca. 100', 'EUR', 'about the price'],
    ['~100', 'EUR', 'the same'],
    ['10,000 points', 'EUR', 'no money'],
    ['99p', 'GBP', 'a hundredth of it'],
    ['10%', 'EUR', 'a part of it'],
    ['100+', 'EUR', 'or more'],
    ['free', 'EUR', 'a word'],
    [' ', 'EUR', 'nothing'],
    [`${'1'.repeat(40)}.00`, 'EUR', 'longer than any price'],
  ])('%j in %s is left out: %s', (text, currency) => {
    expect(priceOf(text, currency)).toBeNull()
  })

  it('as a number means that number, and needs its currency', () => {
    expect(moneyOf({ totalPrice: 1234.5, priceCurrency: 'eur' })).toEqual({
      price: 1234.5,
      currency: 'EUR',
    })
    expect(moneyOf({ totalPrice: '99' })).toBeUndefined()
    expect(moneyOf({ totalPrice: '1.234', priceCurrency: 'EUR' })).toBeUndefined()
  })
})

describe('17 Inbound mail: a mail whose currency is part of the price', () => {
  const inCountry = (addressCountry: string) => ({
    reservationFor: { '@type': 'LodgingBusiness', address: { addressCountry } },
  })

  it.each([
    ['€ 189,90', 189.9, 'EUR'],
    ['189,90 €', 189.9, 'EUR'],
    ['R$ 1.234,50', 1234.5, 'BRL'],
    ['12,000円', 12_000, 'JPY'],
    ['£99', 99, 'GBP'],
    ['120 zł', 120, 'PLN'],
    ['1 450 Kč', 1450, 'CZK'],
    ['US$ 80', 80, 'USD'],
    ['EUR 45', 45, 'EUR'],
    ['₹1,23,456', 123_456, 'INR'],
  ])('%j is read', (price, amount, currency) => {
    expect(moneyOf({ price })).toEqual({ price: amount, currency })
    expect(moneyOf({ totalPrice: { price } })).toEqual({ price: amount, currency })
  })

  it.each([
    ['SE', 'SEK'],
    ['Norge', 'NOK'],
    ['DK', 'DKK'],
    ['IS', 'ISK'],
  ])('kr in %s is %s', (country, currency) => {
    expect(moneyOf({ price: '450 kr', ...inCountry(country) })).toEqual({ price: 450, currency })
  })

  it.each([
    [{ price: '$ 80' }, 'there are many dollars'],
    [{ price: '¥ 8000' }, 'yen or yuan'],
    [{ price: '450 kr' }, 'no country'],
    [{ price: '450 kr', ...inCountry('DE') }, 'no crowns there'],
    [{ price: '€ 45 USD' }, 'two currencies'],
    [{ price: '45' }, 'none'],
    [{ price: 45 }, 'none'],
    [{ price: '__proto__ 45' }, 'none'],
  ] as [Record<string, unknown>, string][])('%j is left out: %s', (node) => {
    expect(moneyOf(node)).toBeUndefined()
  })
})
