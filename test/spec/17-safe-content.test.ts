/** The sanitised form of an email that GraphQL offers: what it keeps, and its limits. */
import { afterAll, describe, expect, test } from 'vitest'
import { HtmlCleaner } from '../../src/outside/html/cleaner.ts'
import { as } from '../client.ts'
import { insertEmail } from '../sync.ts'
import { cast, db, type Person } from '../world.ts'
import { waiting } from './emails.ts'
import { one } from './persons.ts'

const kept = new HtmlCleaner()
afterAll(() => kept.close())

/** `cleaner.clean` for one reader. */
const readBy = (cleaner: HtmlCleaner, key = 'mia') => ({
  clean: (given: Parameters<HtmlCleaner['clean']>[0]) => cleaner.clean(given, key),
  close: () => cleaner.close(),
})
const cleaner = readBy(kept)

const mail = (html: string, text = 'The text.', images = {}) => ({ html, text, images })

const times = <Made>(count: number, make: (at: number) => Made) =>
  Array.from({ length: count }, (_, at) => make(at))

async function shown(reader: Person, id: number): Promise<unknown> {
  const answer = await as(reader).graphql(`{ inboxEmail(id: ${id}) { safeContent } }`)
  expect(answer.errors).toEqual([])
  return (answer.data?.inboxEmail as { safeContent: string } | undefined)?.safeContent
}

describe('17 safeContent: what it keeps', () => {
  test('words, tables, colors and whole links are kept', async () => {
    const html = `<div style="color:#333;font-family:Arial,'Helvetica Neue'"><table width="600">
      <tr><td align="right" bgcolor="#eee"><b>Seat</b> 21</td></tr></table></div>
      <a href="https://rail.example/x?a=1&amp;b=ž" title="T">Ticket</a>
      <a href="mailto:help@rail.example">Help</a>`
    const clean = await cleaner.clean(mail(html))
    const link = 'rel="noopener noreferrer nofollow" target="_blank"'
    expect(clean).toContain(`<div style="color:#333;font-family:Arial,'Helvetica Neue'">`)
    expect(clean).toContain('<td align="right" bgcolor="#eee"><b>Seat</b> 21</td>')
    expect(clean).toContain(
      `<a title="T" href="https://rail.example/x?a=1&amp;b=%C5%BE" ${link}>Ticket</a>`,
    )
    expect(clean).toContain(`<a href="mailto:help@rail.example" ${link}>Help</a>`)
  })

  test('the text is shown without HTML, and the original without text, as HTML', async () => {
    const mia = await one()
    const ofText = await waiting(mia, { html: '', text: 'Seat <21> & more\r\nCoach 3' })
    expect(await shown(mia, ofText)).toBe('<div>Seat &lt;21&gt; &amp; more<br />\nCoach 3</div>')
    const raw = Buffer.from('Subject: x\n\n<b>y')
    const ofRaw = await waiting(mia, { html: '', text: '', body_preview: '', raw })
    expect(await shown(mia, ofRaw)).toBe('<div>Subject: x<br />\n<br />\n&lt;b&gt;y</div>')
    expect(await shown(mia, await waiting(mia, { html: '', text: '', body_preview: '' }))).toBe('')
  })

  test('images of the message itself are shown, and no others', async () => {
    const { olga, trip } = await cast()
    const html = `<img src="cid:logo%40rail" alt="Logo"><img src="cid:evil"><img src="cid:none">
      <img src="https://rail.example/pixel.png" width="1">`
    const id = await insertEmail(olga, { trip_id: trip.id }, { html })
    await db.query({
      text: `insert into email_attachment (email_id, content_id, mail_content_type, payload)
        values ($1, '<logo@rail>', 'image/PNG', 'png'), ($1, 'evil', 'image/svg+xml', '<svg/>')`,
      values: [id],
    })
    const query = `{ email(tripId: ${trip.id}, id: ${id}) { safeContent } }`
    const { data } = await as(olga).graphql(query)
    const { safeContent = '' } = (data?.email ?? {}) as { safeContent?: string }
    expect(safeContent.replaceAll(/\s*\n\s*/g, '')).toBe(
      '<img src="data:image/png;base64,cG5n" alt="Logo" /><img alt="" /><img alt="" />' +
        '<img alt="" width="1" />',
    )
  })

  test('an image is shown at its first place; elsewhere its alternative text is', async () => {
    const image = `data:image/png;base64,${'A'.repeat(600_000)}`
    const html = '<img src="cid:logo" alt="Logo">'.repeat(500)
    const clean = await cleaner.clean(mail(html, 'The text.', { logo: image }))
    expect(clean).toBe(`<img src="${image}" alt="Logo" />${'<img alt="Logo" />'.repeat(499)}`)
    // By each of its names.
    const names = '<img src="cid:logo@rail"><img src="CID:logo%40rail"><img src=" cid: logo@rail ">'
    expect(await cleaner.clean(mail(names, '', { 'logo@rail': image }))).toBe(
      `<img src="${image}" alt="" /><img alt="" /><img alt="" />`,
    )
  })

  test('all images together, those in the HTML included, are limited to 5 MB', async () => {
    const start = 'data:image/png;base64,'
    const imageOf = (length: number) => start + 'A'.repeat(length - start.length)
    const images = Object.fromEntries(times(9, (at) => [`i${at}`, imageOf(600_000)]))
    const html = times(9, (at) => `<img src="cid:i${at}" alt="${at}">`).join('')
    const own = (length: number) => `<img src="${imageOf(length)}">`
    const shown = (clean: string) => clean.match(/src="/g)?.length ?? 0
    const nine = await cleaner.clean(mail(html, '', images))
    expect(shown(nine)).toBe(8)
    expect(nine).toMatch(/<img alt="8" \/>$/)
    // 8 x 600,000 leave 200,000 for smaller ones.
    expect(shown(await cleaner.clean(mail(html + own(200_000), '', images)))).toBe(9)
    expect(shown(await cleaner.clean(mail(html + own(200_001), '', images)))).toBe(8)
    expect(shown(await cleaner.clean(mail(own(200_001) + html, '', images)))).toBe(8)
  })

  test('REST returns the stored content', async () => {
    const mia = await one()
    const html = '<script>pwned()</script>'
    const { text, json } = await as(mia).get(
      `/v1/automation/emails/${await waiting(mia, { html })}`,
    )
    expect(json.content).toBe(html)
    expect(text).not.toContain('safe')
  })
})

/** The longest time in which nothing else could run, in milliseconds. */
async function longestStop(work: () => Promise<unknown>): Promise<number> {
  let stop = 0
  let last = performance.now()
  const timer = setInterval(() => {
    stop = Math.max(stop, performance.now() - last)
    last = performance.now()
  }, 1)
  await work()
  clearInterval(timer)
  return stop
}

const kilobytes250 = (unit: string) => unit.repeat(Math.ceil(250_000 / unit.length))

describe('17 safeContent: limits (F2)', () => {
  test.each([
    ['open tags', kilobytes250('<div>')],
    ['formatting tags', kilobytes250('<b><i>')],
    ['tables', kilobytes250('<table><tr><td>')],
    ['tags closed in vain', kilobytes250('<p><div></b></i>')],
    ['less-than signs', kilobytes250('<')],
    ['comments that do not end', kilobytes250('<!--')],
    ['attributes', `<p ${kilobytes250('a=1 ')}>`],
    ['styles', `<p style="${kilobytes250('a{')}">`],
  ])(
    '250 kB of %s are shown, as HTML or as text, in two seconds',
    { retry: 3 },
    async (_, html) => {
      await cleaner.clean(mail('warm'))
      const start = performance.now()
      const clean = await cleaner.clean(mail(html))
      expect(performance.now() - start).toBeLessThan(2_000)
      expect(clean.length).toBeLessThan(2_000_000)
    },
  )

  test('HTML that is nested too deep is shown as its text', async () => {
    const deep = `${'<div>'.repeat(2_000)}x`
    expect(await cleaner.clean(mail(deep, 'Seat <21>'))).toBe('<div>Seat &lt;21&gt;</div>')
    const usual = `${'<div>'.repeat(150)}x${'</div>'.repeat(150)}`
    expect(await cleaner.clean(mail(usual))).toBe(usual)
  })

  test('HTML that grows fourfold is shown as its text', async () => {
    const short = '<a>x</a>'.repeat(100)
    expect(await cleaner.clean(mail(short))).toContain('target="_blank">x</a>')
    expect(await cleaner.clean(mail('<a>x</a>'.repeat(10_000)))).toBe('<div>The text.</div>')
    const links = '<a href="https://rail.example/a">x</a>'.repeat(10_000)
    expect(await cleaner.clean(mail(links))).toContain('target="_blank">x</a>')
  })

  test('a message that takes too long is shown as its text; the next one is clean again', async () => {
    const hasty = readBy(new HtmlCleaner(undefined, { time: 60 }))
    const slow = '<p style="color:red;border:1px solid red">x</p>'.repeat(20_000)
    expect(await hasty.clean(mail(slow))).toBe('<div>The text.</div>')
    await hasty.close()
    // The first one starts the thread, which takes longer than the second one waits.
    const impatient = readBy(new HtmlCleaner(undefined, { patience: 1 }))
    const both = [impatient.clean(mail('<b>x')), impatient.clean(mail('<b>y'))]
    expect(await Promise.all(both)).toEqual(['<b>x</b>', '<div>The text.</div>'])
    await impatient.close()
    expect(await cleaner.clean(mail('<b>x'))).toBe('<b>x</b>')
  })

  test('fifty messages at once are all shown', async () => {
    const all = Array.from({ length: 50 }, (_, at) => cleaner.clean(mail(`<i>${at}`)))
    expect(await Promise.all(all)).toEqual(all.map((_, at) => `<i>${at}</i>`))
  })

  test('readers take turns: one who opens many messages does not hold up another', async () => {
    const order: string[] = []
    const read = (reader: string) => async (at: number) => {
      const clean = await kept.clean(mail(`<i>${reader}${at}`), reader)
      order.push(clean.replaceAll(/<[^>]*>/g, ''))
    }
    await Promise.all([...times(20, read('ed')), ...times(2, read('vera'))])
    expect(order.slice(0, 5)).toEqual(['ed0', 'ed1', 'vera0', 'ed2', 'vera1'])
    expect(order).toHaveLength(22)
  })

  test('a hundred messages of one reader wait; more are shown as their text', async () => {
    const all = await Promise.all(times(103, (at) => cleaner.clean(mail(`<i>${at}`))))
    expect(all.filter((clean) => clean === '<div>The text.</div>')).toHaveLength(2)
    expect(all.slice(0, 101)).toEqual(times(101, (at) => `<i>${at}</i>`))
  })

  test('the event loop never stops for 50 ms meanwhile', async () => {
    const patient = readBy(new HtmlCleaner(undefined, { time: 30_000 }))
    const html = '<p style="color:red">Seat 21</p>'.repeat(10_000)
    expect(await patient.clean(mail(html))).toBe(html)
    // Other work of the machine stops it too, but not every time.
    const stops = []
    for (let run = 0; run < 5; run += 1) {
      stops.push(await longestStop(() => patient.clean(mail(html))))
    }
    await patient.close()
    expect(Math.min(...stops)).toBeLessThan(50)
  })
})
