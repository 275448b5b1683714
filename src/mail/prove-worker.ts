/** The worker thread of proving.ts: one message, whose names it asks of whoever started it. */
import { parentPort, workerData } from 'node:worker_threads'
import { provenSenders, type Resolver } from './dkim.ts'

type Records = string[][]

const open = new Map<number, (records: Records | string) => void>()

const resolver: Resolver = (name, type) =>
  new Promise((resolve, reject) => {
    const id = open.size
    open.set(id, (records) => {
      if (typeof records !== 'string') return resolve(records)
      reject(Object.assign(new Error(records), { code: records }))
    })
    parentPort?.postMessage({ question: { id, name, type } })
  })

parentPort?.on('message', ({ id, records }: { id: number; records: Records | string }) => {
  open.get(id)?.(records)
})
parentPort?.postMessage({ ready: true })
parentPort?.postMessage({ proven: await provenSenders(workerData as Uint8Array, resolver) })
