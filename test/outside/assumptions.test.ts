/** What packages do without promising it: each check of that fails where it no longer holds. */
import type { Socket } from 'node:net'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import {
  checkParameters,
  isOnStandby,
  pipelined,
  sentOf,
} from '../../src/outside/database/untyped-pg.ts'
import { checkedDriver } from '../../src/outside/database/untyped-pglite.ts'
import { checkCounts } from '../../src/surfaces/http/taken-bytes.ts'
import { files, isCode, readText } from '../house.ts'

const change = () => 0
const node_ops = { mknod: change, setattr: change, rename: change, unlink: change }
const stream_ops = { write: change, setattr: change }
const synced = { ...stream_ops, fsync: change }
const handled = (handle: object) => ({ _handle: handle }) as unknown as Socket

const held: [string, () => unknown][] = [
  ['pg: parameters', () => checkParameters()],
  ['PGlite: writes', () => checkedDriver({ NODEFS: { node_ops, stream_ops } })],
  ['Node: sockets', () => checkCounts(handled({ bytesWritten: 0, writeQueueSize: 0, fd: 7 }))],
  ['Node: a socket that is closed', () => checkCounts({ destroyed: true } as Socket)],
]

const lost: [string, RegExp, () => unknown][] = [
  ['no prepareValue', /^pg 8/, () => checkParameters(() => null)],
  ['other arrays', /^pg 8/, () => checkParameters((v) => (Array.isArray(v) ? '[]' : sentOf(v)))],
  ['no parameterStatus', /^pg 8/, () => isOnStandby(new pg.Client())],
  ['no NODEFS', /^@electric-sql\/pglite 0/, () => checkedDriver({})],
  [
    'no write',
    /^@electric-sql\/pglite 0/,
    () => checkedDriver({ NODEFS: { node_ops, stream_ops: {} } }),
  ],
  [
    'it syncs',
    /^@electric-sql\/pglite 0/,
    () => checkedDriver({ NODEFS: { node_ops, stream_ops: synced } }),
  ],
  ['no _handle', /^node v/, () => checkCounts({ destroyed: false } as Socket)],
  ['no counts', /^node v/, () => checkCounts(handled({ bytesWritten: 0, fd: 7 }))],
  ['no fd', /^node v/, () => checkCounts(handled({ bytesWritten: 0, writeQueueSize: 0 }))],
  ['no pipelines', /^pg 8/, () => pipelined({}, () => ({}))],
]

describe('undocumented behaviour of packages', () => {
  it.each(held)('holds: %s', (_, check) => {
    expect(check).not.toThrow()
  })

  it.each(lost)('fails with the package and its version: %s', (_, start, check) => {
    expect(check).toThrow(start)
    expect(check).toThrow(/cannot be used: this service relies on that .* Go back to the version/)
  })

  const code = files.filter((path) => /^(src|rest-facade)\//.test(path) && isCode(path))
  const reliedIn = (path: string) =>
    [...readText(path).matchAll(/reliesOn\(\s*'([^']+)'/g)].map(([, name]) => name ?? '')

  it('stands in one file for each package', () => {
    const places = code.flatMap((path) =>
      [...new Set(reliedIn(path))].map((name) => [name, path] as const),
    )
    expect(Object.entries(Object.fromEntries(places))).toEqual(places)
    expect(places.length).toBe(3)
  })

  it('private parts of packages are used nowhere else: neither fields with _ nor internal files', () => {
    const ours = /\._(count|all)\b/g
    const isPrivate = /[\w)\]]\??\._[a-z]|__internal|'(pg|pg-pool|pg-protocol|@prisma\/client)\/\w/
    const found = code.filter(
      (path) => reliedIn(path).length === 0 && isPrivate.test(readText(path).replace(ours, '')),
    )
    expect(found, 'find a public way, or check it with reliesOn at start').toEqual([])
  })
})
