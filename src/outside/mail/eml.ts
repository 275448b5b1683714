/** Keeps mail as .eml files if no SMTP server is configured (test/outside/mail/outbox). */
import { opendir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { makeDirectory } from '../data-directory.ts'
import { ifThere, isDraft, writeWhole } from '../files.ts'
import type { Mail, Mailer } from './mailer.ts'
import { smtpMessage } from './message.ts'

/**
 * A mailer that writes one RFC 5322 file per mail to `directory` (0700, files 0600). Files are
 * written atomically, and a mail that is sent again replaces its file.
 */
export function emlMailer({ directory, from }: { directory: string; from: string }): Mailer {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, signal) {
      const { message } = await composer.sendMail(smtpMessage(mail, from))
      if (!Buffer.isBuffer(message)) throw new Error('the message was not composed in one piece')
      signal?.throwIfAborted()
      await makeDirectory(directory)
      await writeWhole(join(directory, fileName(mail)), message)
    },
    async check() {
      const probe = join(directory, `.check.${process.pid}`)
      await makeDirectory(directory)
      await writeWhole(probe, Buffer.from('check'))
      await rm(probe, { force: true })
    },
    close() {},
  }
}

/** `12-ines@mail.example.eml`: the id makes it unique, the address is for people. */
function fileName({ id, recipient }: Mail): string {
  return `${id}-${recipient.replace(/[^\w@.+-]/g, '_').slice(0, 100)}.eml`
}

/** Removes mails and drafts last written before `before`; returns their number. */
export async function removeOldFiles(
  directory: string,
  before: Date,
  isStopping = () => false,
): Promise<number> {
  let removed = 0
  for await (const { name } of (await ifThere(opendir(directory))) ?? []) {
    if (isStopping()) break
    if (!/^\d+-.*\.eml$/.test(name) && !isDraft(name)) continue
    const path = join(directory, name)
    const file = await stat(path).catch(() => undefined) // another process may clean as well
    if (!file?.isFile() || file.mtime > before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}
