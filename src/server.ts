/**
 * The process: settings, database, application, outbox; then it listens until a signal stops it.
 * Exit codes: 0 stopped, 1 something outside failed, 2 wrong settings, or a data directory that is
 * in use or cannot be used.
 */
import { Resolver } from 'node:dns/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { AppOptions } from './app.ts'
import { reasonOf } from './base/reason.ts'
import { startKeyCleaning } from './core/idempotency/cleaning.ts'
import type { Throttle } from './core/limits/throttle.ts'
import type { Listener } from './mail/receiving/listener.ts'
import { expectRestored, UnusableDirectory } from './outside/data-directory.ts'
import type { Database } from './outside/database/database.ts'
import { diskFullReason, isDiskFull } from './outside/disk-full.ts'
import { secretKey } from './outside/kept-secret.ts'
import { startMailCleaning } from './outside/mail/cleaning.ts'
import { emlMailer } from './outside/mail/eml.ts'
import type { Mailer } from './outside/mail/mailer.ts'
import { startOutbox } from './outside/mail/outbox.ts'
import { smtpMailer } from './outside/mail/smtp.ts'
import { startObjectCleaning } from './outside/objects/cleaning.ts'
import { openObjectStore } from './outside/objects/open-object-store.ts'
import { type OperatorKey, operatorKey } from './outside/operator-key.ts'
import { ProgramFailure, settingsOfProcess } from './process/failure.ts'
import { openLog, prettyStream, withoutCredentials } from './process/log.ts'
import { expectShortLives } from './process/memory.ts'
import { onSignals } from './process/signals.ts'
import { stopperOf } from './process/stop.ts'
import { type Config, hostInUrl } from './settings/config.ts'
import { WrongManifest } from './surfaces/graphql/trusted/manifest.ts'
import type { Metrics } from './surfaces/metrics/metrics.ts'

/** Functions that close everything opened so far, newest first. */
type Closers = (() => Promise<unknown>)[]

/** Milliseconds for requests and mails in progress once new ones are refused. */
const grace = 20_000

async function start(): Promise<void> {
  expectShortLives()
  const config = settingsOfProcess()
  const log = openLog(config, await prettyStream())
  const closers: Closers = []
  stopGracefully(config, log, closers)
  try {
    await serve(config, log, closers)
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

async function serve(config: Config, log: Logger, closers: Closers): Promise<void> {
  // Modules are imported when needed, so that wrong settings and a data directory in use are
  // reported at once, and the libraries of the application see NODE_ENV.
  process.env.NODE_ENV ??= 'production'
  const { openDatabase } = await import('./outside/database/database.ts')
  const { databaseUrl: url, databaseDirectUrl: directUrl } = config
  const { dataDir, databasePoolSize: poolSize, databaseDurable: isDurable } = config
  const open = async () => {
    expectRestored(dataDir)
    return openDatabase({ url, directUrl, dataDir, poolSize, isDurable, log })
  }
  const db = await open().catch((error) => cannot('Cannot open the database', error))
  closers.unshift(() => db.close())
  const operator = await operatorKey(config).catch((error) =>
    cannot('Cannot read or create the operator key', error),
  )
  const clock = () => new Date()
  const outbox = startOutbox({ db, mailer: mailerOf(config), log, clock })
  closers.unshift(() => outbox.stop())
  const kept = { directory: mailDirectory(config), days: config.mailKept }
  const mailCleaning = startMailCleaning({ db, ...kept, log, clock })
  closers.unshift(() => mailCleaning.stop())
  const keyCleaning = startKeyCleaning({ db, log })
  closers.unshift(() => keyCleaning.stop())
  const secret = await secretKey(config).catch((error) =>
    cannot('Cannot read or create the secret key', error),
  )
  const objects = await openObjectStore({ config, secret, clock })
  const cleaning = startObjectCleaning({ db, objects, log, clock })
  closers.unshift(() => cleaning.stop().finally(() => objects.close()))
  const { createThrottle } = await import('./core/limits/throttle.ts')
  const throttle = createThrottle({ db, limits: config.limits, clock })
  const telemetry = await openTelemetry(config, { db, log }, closers)
  const { buildApp } = await import('./app.ts')
  let mail: Listener | undefined
  const app = await buildApp({
    config,
    db,
    log,
    operatorKey: operator.key,
    secret,
    objects,
    throttle,
    mailWaits: () => outbox.wake(),
    telemetry,
    isUp: () => config.inbound.port === undefined || mail?.isListening() === true,
  }).catch((error) => {
    throw error instanceof WrongManifest ? new ProgramFailure(2, error.message) : error
  })
  closers.unshift(stopperOf(app, config.stopDelay))
  await app.listen({ host: config.host, port: config.port }).catch((error) => noPort(error, config))
  mail = await listenForMail(app, { config, throttle, log }, closers)
  const metricsPort = await serveMetrics(telemetry.metrics, config, closers)
  announce(app, config, { operator, mailPort: mail?.port, metricsPort })
}

/** Metrics and traces if enabled; otherwise their packages are not loaded. */
async function openTelemetry(
  { metrics: asked, traces }: Config,
  { db, log }: { db: Database; log: Logger },
  closers: Closers,
): Promise<NonNullable<AppOptions['telemetry']>> {
  const tracing = traces && (await import('./process/tracing/tracing.ts')).openTracing(traces, log)
  if (tracing) closers.unshift(() => tracing.close())
  const metrics = asked && (await import('./surfaces/metrics/metrics.ts')).openMetrics(db)
  return { metrics, tracing }
}

/** Serves metrics on a separate port if configured; returns the port. */
async function serveMetrics(
  metrics: Metrics | undefined,
  { metrics: { host, port, key } = { host: '', port: undefined, key: undefined } }: Config,
  closers: Closers,
): Promise<number | undefined> {
  if (!metrics || port === undefined) return undefined
  const { listenForMetrics } = await import('./surfaces/metrics/serve.ts')
  const listener = await listenForMetrics(metrics, { host, port, key }).catch((error) =>
    noPort(error, { host, port }, 'METRICS_'),
  )
  closers.unshift(() => listener.close())
  return listener.port
}

/** Accepts booking mail over SMTP if configured. */
async function listenForMail(
  { intake }: FastifyInstance,
  { config, throttle, log }: { config: Config; throttle: Throttle; log: Logger },
  closers: Closers,
): Promise<Listener | undefined> {
  const { inbound } = config
  if (inbound.port === undefined) return undefined
  const { startListener } = await import('./mail/receiving/listener.ts')
  const names = new Resolver({ timeout: 5000, tries: 2 })
  const listener = await startListener({
    ...{ intake, inbound, log, throttle },
    resolver: (name) => names.resolveTxt(name),
  }).catch((error) =>
    noPort(error, { host: inbound.host, port: inbound.port ?? 0 }, 'INBOUND_SMTP_'),
  )
  closers.unshift(() => listener.close())
  return listener
}

const mailDirectory = ({ dataDir }: Config) => join(dataDir, 'outbox')

function mailerOf(config: Config): Mailer {
  const { smtpUrl, mailFrom: from } = config
  if (smtpUrl !== undefined) return smtpMailer({ url: smtpUrl, from })
  return emlMailer({ directory: mailDirectory(config), from })
}

function cannot(what: string, error: unknown): never {
  if (error instanceof UnusableDirectory) throw new ProgramFailure(2, error.message)
  if (isDiskFull(error)) throw new ProgramFailure(1, `${what}: ${diskFullReason}`)
  throw new ProgramFailure(1, `${what}: ${whyOf(error)}.`)
}

function noPort(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>, prefix = ''): never {
  const { code } = error as NodeJS.ErrnoException
  const isInUse = code === 'EADDRINUSE'
  const why = isInUse ? 'the port is already in use' : whyOf(error)
  const remedy = isInUse
    ? `Stop the process that uses it, or set another ${prefix}PORT.`
    : `Check ${prefix}HOST and ${prefix}PORT.`
  throw new ProgramFailure(1, `Cannot listen on ${hostInUrl(host)}:${port}: ${why}. ${remedy}`)
}

/** One line about an error and its causes, each mentioned once, without credentials. */
function whyOf(error: unknown): string {
  const own = withoutCredentials(reasonOf(error))
  const cause = error instanceof Error && error.cause instanceof Error ? whyOf(error.cause) : ''
  return own.includes(cause) ? own : `${own}: ${cause}`
}

/** Prints where everything is. Names the source of the operator key, never the key. */
function announce(
  app: FastifyInstance,
  config: Config,
  {
    operator,
    mailPort,
    metricsPort,
  }: { operator: OperatorKey; mailPort: number | undefined; metricsPort: number | undefined },
): void {
  const { port } = app.server.address() as AddressInfo
  const url = config.baseUrl ?? `http://${hostInUrl(config.host)}:${port}`
  const lines = [
    `In a browser  ${url}/`,
    `REST          ${url}/v1/..., ${url}/v2/...`,
    `GraphQL       ${url}/graphql`,
    `Operator key  ${operator.source}`,
  ]
  const { protocol, host } = config.inbound
  if (mailPort !== undefined)
    lines.push(`Booking email ${protocol}://${hostInUrl(host)}:${mailPort}`)
  if (metricsPort !== undefined && config.metrics)
    lines.push(`Metrics       http://${hostInUrl(config.metrics.host)}:${metricsPort}/metrics`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Stops on SIGTERM, SIGINT (signals.ts) or an uncaught error; a second error exits at once. */
function stopGracefully(config: Config, log: Logger, closers: Closers): void {
  const skip = ['SIGINT' as const, 'SIGTERM' as const]
  const options = { delay: config.stopDelay + grace, logger: log, skip }
  let stopped: Promise<void> | undefined
  const graceful = closeWithGrace(options, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping after an uncaught error')
    else if (signal) log.info({ signal }, 'stopping')
    stopped ??= closeAll(closers)
    await stopped
    log.info('stopped')
  })
  onSignals((signal) => {
    log.info({ signal }, 'stopping')
    void graceful.close()
  }, log)
}

/** Closes one after the other, once; a failure does not prevent the others. */
async function closeAll(closers: Closers): Promise<void> {
  const failures: unknown[] = []
  for (let close = closers.shift(); close; close = closers.shift()) {
    await close().catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some resources could not be closed')
}

start().catch((error: unknown) => {
  const known = error instanceof ProgramFailure
  process.stderr.write(`${known ? error.message : withoutCredentials(String(error))}\n`)
  if (!known && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(known ? error.exitCode : 1)
})
