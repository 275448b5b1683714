/**
 * The matrix for people with a Bearer token instead of a key (test/spec/01.4,
 * test/outside/oauth).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, api, bind } from '../../outside/oauth/api.ts'
import { type Puppet, puppet } from '../../outside/oauth/forge.ts'
import { audience } from '../../outside/oauth/provider.ts'
import type { Person } from '../../world.ts'
import { cellsOf, isSayable } from './cells.ts'
import { byField, byRoute, judge, overGraphQL, overRest } from './matrix-requests.ts'
import type { Principal } from './principals.ts'
import { idRows } from './rows-with-ids.ts'
import { type MatrixStage, setStage } from './stage.ts'

/** A stranger, an invitee, a viewer, an editor with every right, and the owner. */
const asking: Principal[] = ['stan', 'pia', 'vera', 'ed', 'olga']

let server: Puppet
let service: Api
let stage: MatrixStage
beforeAll(async () => {
  server = await puppet()
  service = await api({ OAUTH_ISSUER: server.issuer, OAUTH_AUDIENCE: audience })
  stage = await setStage({ credentials: withToken })
})
afterAll(async () => {
  await service.close()
  await server.leave()
})

async function withToken(person: Person): Promise<Person> {
  const sub = `subject-${person.id}`
  await bind(person, sub)
  const exp = Math.floor(Date.now() / 1000) + 3_600
  const token = await server.token({ sub, exp })
  return { ...person, bearer: { token, of: service.app } }
}

describe('Z1 the matrix by Bearer token', () => {
  it.each(byRoute(idRows))(
    'REST %s answers every caller as the decision table says',
    async (_, row) => {
      const cells = asking.flatMap((principal) => cellsOf(row, principal))
      expect(await judge(stage, cells, overRest(stage))).toEqual([])
    },
  )

  it.each(byField(idRows))(
    'GraphQL %s answers every caller as the decision table says',
    async (_, row) => {
      const cells = asking.flatMap((principal) => cellsOf(row, principal)).filter(isSayable)
      expect(await judge(stage, cells, overGraphQL(stage))).toEqual([])
    },
  )

  it('the requests are sent with a Bearer token', () => {
    expect(service.logged.length).toBeGreaterThan(1_000)
  })
})
