/** Keeps mail as .eml files where no SMTP server is set (test/accounts/outbox). */
import { randomBytes } from 'node:crypto'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
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
      if (!Buffer.isBuffer(message)) throw new Error('the message was not composed in one piece')
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

/** Removes mails and drafts last written before `before`; how many. */
export async function removeOldFiles(
  directory: string,
  before: Date,
  isStopping = () => false,
): Promise<number> {
  let removed = 0
  for await (const { name } of await opendir(directory).catch(ifMissing)) {
    if (isStopping()) break
    if (!/^(\d+-.*\.eml|\.[\da-f]{16}\.tmp)$/.test(name)) continue
    const path = join(directory, name)
    const file = await stat(path).catch(() => undefined) // another process may clean as well
    if (!file?.isFile() || file.mtime > before) continue
    await rm(path, { force: true })
    removed += 1
  }
  return removed
}

function ifMissing(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
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
