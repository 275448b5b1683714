/** The mail of the process: the driver that the settings ask for, and the worker that feeds it. */
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { emlMailer } from './eml.ts'
import { type Outbox, type OutboxOptions, startOutbox } from './outbox.ts'
import { smtpMailer } from './smtp.ts'

/** Sends to `config.smtpUrl`, without it into `outbox/` of the data directory (contract 17). */
export function startMail({ config, db, log }: StartOptions): Outbox {
  const from = config.mailFrom
  const mailer = config.smtpUrl
    ? smtpMailer({ url: config.smtpUrl, from })
    : emlMailer({ directory: join(config.dataDir, 'outbox'), from })
  const outbox = startOutbox({ db, mailer, log, clock: () => new Date() })
  return {
    wake: outbox.wake,
    async stop() {
      await outbox.stop()
      mailer.close()
    },
  }
}

interface StartOptions extends Pick<OutboxOptions, 'db' | 'log'> {
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>
}
