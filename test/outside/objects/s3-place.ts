/** A store on an S3-compatible server that verifies signatures: versitygw, written in Go. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  PutBucketPolicyCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { type S3Store, s3Store } from '../../../src/outside/objects/s3.ts'
import { freePorts } from '../../free-ports.ts'
import type { StorePlace } from './disk-place.ts'

const program = [process.env.VERSITYGW, '/usr/local/bin/versitygw', goProgram()].find(
  (path) => path && existsSync(path),
)

function goProgram(): string | undefined {
  try {
    const path = execFileSync('go', ['env', 'GOPATH'], { encoding: 'utf8', stdio: 'pipe' }).trim()
    return join(path, 'bin', 'versitygw')
  } catch {
    return undefined
  }
}

export const hasS3 = program !== undefined
if (!hasS3) {
  console.info(
    'objects: the S3 server is not there (.ci/run installs it; set VERSITYGW to its program)',
  )
}

export const s3Keys = { accessKeyId: 'access-of-tests', secretAccessKey: 'secret-of-the-tests-1' }
export const s3Region = 'eu-west-1'
export const s3Buckets = { private: 'trips-private', public: 'trips-public' }

const everybodyReads = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Principal: '*',
      Action: ['s3:GetObject'],
      Resource: [`arn:aws:s3:::${s3Buckets.public}/*`],
    },
  ],
})

async function makeBuckets(client: S3Client): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: s3Buckets.private }))
      break
    } catch (error) {
      if (tries === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const Bucket = s3Buckets.public
  await client.send(new CreateBucketCommand({ Bucket, ObjectOwnership: 'BucketOwnerPreferred' }))
  await client.send(new PutBucketPolicyCommand({ Bucket, Policy: everybodyReads }))
}

function startS3(port: number, directory: string): ChildProcess {
  return spawn(
    program as string,
    [
      ...['--port', `127.0.0.1:${port}`, '--region', s3Region, '--quiet'],
      ...['posix', '--sidecar', join(directory, 'sidecar'), join(directory, 'data')],
    ],
    {
      env: { ROOT_ACCESS_KEY: s3Keys.accessKeyId, ROOT_SECRET_KEY: s3Keys.secretAccessKey },
      stdio: 'ignore',
    },
  )
}

/** A store on a server of its own, with both buckets. */
export async function s3Place(clock = () => new Date()): Promise<StorePlace<S3Store>> {
  const directory = await mkdtemp(join(tmpdir(), 'trips-s3-'))
  for (const name of ['data', 'sidecar']) await mkdir(join(directory, name))
  const { port } = await freePorts('port')
  const child = startS3(port, directory)
  const ended = new Promise((resolve) => child.once('close', resolve))
  const endpoint = `http://127.0.0.1:${port}`
  const settings: S3ClientConfig = {
    ...{ endpoint, region: s3Region, credentials: s3Keys, forcePathStyle: true },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  }
  const client = new S3Client(settings)
  await makeBuckets(client)
  client.destroy()
  const own = { endpoint, region: s3Region, buckets: s3Buckets, publicBaseUrl: undefined }
  const store = s3Store({ ...own, ...s3Keys, clock })
  return {
    store,
    directory,
    baseUrl: endpoint,
    async close() {
      store.close()
      child.kill('SIGKILL')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
