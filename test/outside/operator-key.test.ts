/**
 * "the first start makes a random one and writes it to `operator.key` (mode 0600)".
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secretKey } from '../../src/outside/kept-secret.ts'
import { operatorKey } from '../../src/outside/operator-key.ts'
import { emptyDirectory } from '../process/process.ts'

let directory: Awaited<ReturnType<typeof emptyDirectory>>
let dataDir: string
beforeEach(async () => {
  directory = await emptyDirectory()
  dataDir = join(directory.path, 'data')
})
afterEach(() => directory.remove())

describe('17 The process: the operator key', () => {
  it('is the setting, and then no file is written', async () => {
    const { key, source } = await operatorKey({ operatorKey: 'set', dataDir })
    expect([key, source]).toEqual(['set', 'set by OPERATOR_KEY'])
    await expect(stat(dataDir)).rejects.toThrow('ENOENT')
  })

  it('is made at the first start: 40 hexadecimal digits, for the owner only', async () => {
    const { key, source } = await operatorKey({ operatorKey: undefined, dataDir })
    expect(key).toMatch(/^[0-9a-f]{40}$/)
    expect(source).toBe(join(dataDir, 'operator.key'))
    expect(await readFile(source, 'utf8')).toBe(`${key}\n`)
    expect((await stat(source)).mode & 0o777).toBe(0o600)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
    expect(await readdir(dataDir)).toEqual(['operator.key'])
  })

  it('stays the same afterwards', async () => {
    const first = await operatorKey({ operatorKey: undefined, dataDir })
    expect(await operatorKey({ operatorKey: undefined, dataDir })).toEqual(first)
  })

  it.each([
    ['\n', 'is empty'],
    [`${'x'.repeat(19)}\n`, 'is not a key of at least 20'],
    ['two words of many letters\n', 'is not a key of at least 20'],
  ])('is not read from a file with %j', async (content, sentence) => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'operator.key'), content)
    await expect(operatorKey({ operatorKey: undefined, dataDir })).rejects.toThrow(sentence)
  })

  it('is created despite a draft left by another start, and leaves none', async () => {
    await mkdir(dataDir)
    const left = `operator.key.${process.pid}`
    await writeFile(join(dataDir, left), '')
    const keys = await Promise.all(
      [1, 2, 3].map(() => operatorKey({ operatorKey: undefined, dataDir })),
    )
    expect(new Set(keys.map(({ key }) => key)).size).toBe(1)
    expect((await readdir(dataDir)).sort()).toEqual(['operator.key', left])
  })
})

describe('17 The process: the secret key', () => {
  it('is the setting, and then no file is written', async () => {
    expect(await secretKey({ secretKey: 'set', dataDir })).toBe('set')
    await expect(stat(dataDir)).rejects.toThrow('ENOENT')
  })

  it('is made at the first start, for the owner only, and stays', async () => {
    const first = await secretKey({ secretKey: undefined, dataDir })
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600)
    expect(await secretKey({ secretKey: undefined, dataDir })).toBe(first)
    expect(await readdir(dataDir)).toEqual(['secret.key'])
  })
})
