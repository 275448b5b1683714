/** Keeps mail as .eml files where no SMTP server is set (contract 17). */
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { makeDirectory } from '../data-directory.ts'
import type { Mail, Mailer } from './mailer.ts'
import { messageOf } from './message.ts'

/**
 * A mailer that writes one RFC 5322 file per mail to `directory` (0700, files 0600). A file appears
 * whole or not at all, and a mail that is sent again replaces its own file.
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
      const { message } = await composer.sendMail(messageOf(mail, from))
      if (!Buffer.isBuffer(message)) throw new Error('The message was not composed in one piece')
      signal?.throwIfAborted()
      await writeWhole(directory, fileName(mail), message)
    },
    async check() {
      const probe = `.check.${process.pid}`
      await writeWhole(directory, probe, Buffer.from('check'))
      await rm(join(directory, probe), { force: true })
    },
    close() {},
  }
}

/** `12-ines@mail.example.eml`: the id makes it unique, the address is for the reader. */
function fileName({ id, recipient }: Mail): string {
  return `${id}-${recipient.replace(/[^\w@.+-]/g, '_').slice(0, 100)}.eml`
}

async function writeWhole(directory: string, name: string, content: Buffer): Promise<void> {
  await makeDirectory(directory)
  const draft = join(directory, `.${randomBytes(8).toString('hex')}.tmp`)
  try {
    await written(draft, content)
    await rename(draft, join(directory, name))
    await synced(directory)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function written(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

// The new name itself is only safe once the directory is on disk.
async function synced(directory: string): Promise<void> {
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
