import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emlMailer } from '../../../src/outside/mail/eml.ts'
import type { Mail } from '../../../src/outside/mail/mailer.ts'
import { header } from './sink.ts'

let root: string
let directory: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'trips-eml-'))
  directory = join(root, 'outbox')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const mail: Mail = {
  id: 12,
  recipient: 'ines@mail.example',
  subject: 'Zurücksetzen',
  text: 'Grüße,\nfrom the trip',
  html: '<p>Grüße</p>',
  createdAt: new Date('2031-04-18T09:00:00Z'),
}

const mailer = () => emlMailer({ directory, from: 'Trips <trips@localhost>' })

async function written(change: Partial<Mail> = {}): Promise<string> {
  await mailer().send({ ...mail, ...change })
  const [name = ''] = await readdir(directory)
  return await readFile(join(directory, name), 'utf8')
}

describe('17 Outgoing mail without SMTP_URL: .eml files', () => {
  test('one file per mail, named by its id, readable by its owner only', async () => {
    const raw = await written()
    expect(await readdir(directory)).toEqual(['12-ines@mail.example.eml'])
    const file = await stat(join(directory, '12-ines@mail.example.eml'))
    expect(file.mode & 0o777).toBe(0o600)
    expect((await stat(directory)).mode & 0o777).toBe(0o700)
    expect(raw).not.toMatch(/[^\r]\n/)
    expect(header(raw, 'To')).toBe('ines@mail.example')
    expect(header(raw, 'Date')).toBe('Fri, 18 Apr 2031 09:00:00 +0000')
    expect(header(raw, 'Auto-Submitted')).toBe('auto-generated')
    expect(header(raw, 'Message-ID')).toBe(`<outgoing.12.${mail.createdAt.getTime()}@localhost>`)
    expect(header(raw, 'Content-Type')).toContain('multipart/alternative')
  })

  test('a mail without html is plain text', async () => {
    const raw = await written({ html: '', text: 'plain words' })
    expect(header(raw, 'Content-Type')).toContain('text/plain')
    expect(raw).toContain('plain words')
  })

  test('a repeat replaces the file, and leaves no partial file', async () => {
    const one = mailer()
    await one.send(mail)
    await one.send({ ...mail, text: 'second' })
    await one.check()
    expect(await readdir(directory)).toEqual(['12-ines@mail.example.eml'])
    expect(await readFile(join(directory, '12-ines@mail.example.eml'), 'utf8')).toContain('second')
  })

  test.each([
    ['CRLF', 'Hello\r\nBcc: eve@mail.example'],
    ['LF', 'Hello\nBcc: eve@mail.example'],
    ['CR', 'Hello\rBcc: eve@mail.example'],
    ['a header and a body', 'Hello\r\nContent-Type: text/html\r\n\r\n<script>'],
    ['line separators', 'Hello\u2028Bcc: eve@mail.example\u0085Bcc: eve@mail.example'],
  ])('a subject with %s adds no header', async (_what, subject) => {
    const raw = await written({ subject, html: '' })
    expect(header(raw, 'Bcc')).toBeUndefined()
    expect(header(raw, 'Content-Type')).toContain('text/plain')
    expect(header(raw, 'Subject')).toMatch(/^Hello |^=\?UTF-8\?/)
  })

  test.each([
    'ines@mail.example\r\nBcc: eve@mail.example',
    'ines@mail.example\nRCPT TO:<eve@mail.example>',
    'ines@mail.example, eve@mail.example',
    'ines@mail.example;eve@mail.example',
    '"ines" <ines@mail.example>',
    'ines@mail.example>',
    'ines @mail.example',
    'ines@mail.example\0',
    'ines',
    '',
    '../../etc/passwd',
  ])('the recipient %j is refused and no file appears', async (recipient) => {
    await expect(mailer().send({ ...mail, recipient })).rejects.toThrow(
      'not a single email address',
    )
    await expect(readdir(directory)).rejects.toThrow('ENOENT')
  })

  test('an address cannot escape from the directory', async () => {
    await written({ recipient: '../../x/y@mail.example' })
    expect(await readdir(directory)).toEqual(['12-.._.._x_y@mail.example.eml'])
    expect(await readdir(root)).toEqual(['outbox'])
  })

  test('an unwritable directory is an outage', async () => {
    await writeFile(directory, 'a file in its place')
    await expect(mailer().check()).rejects.toThrow()
    await expect(mailer().send(mail)).rejects.toThrow()
  })
})
