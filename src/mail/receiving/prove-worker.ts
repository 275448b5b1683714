/** The worker thread of proving.ts: verifies one message, with DNS look-ups by the main thread. */
import { type MessagePort, parentPort } from 'node:worker_threads'
import { provenSenders, type Resolver } from './dkim.ts'
import type { NameAnswer, NameQuestion, ProofRequest } from './proving.ts'

function resolverBy(names: MessagePort): Resolver {
  const open = new Map<number, (records: NameAnswer['records']) => void>()
  names.on('message', ({ id, records }: NameAnswer) => open.get(id)?.(records))
  return (name, type) =>
    new Promise((resolve, reject) => {
      const id = open.size
      open.set(id, (records) => {
        if (typeof records !== 'string') return resolve(records)
        reject(Object.assign(new Error(records), { code: records }))
      })
      names.postMessage({ id, name, type } satisfies NameQuestion)
    })
}

parentPort?.on('message', async ({ bytes, days, names }: ProofRequest) =>
  parentPort?.postMessage(await provenSenders(bytes, resolverBy(names), days)),
)
parentPort?.postMessage('ready')
