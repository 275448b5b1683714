/** B4: every mutation, sent again with its key. */
import { beforeAll, describe, expect, it } from 'vitest'
import { as, type ClientHeaders } from '../../client.ts'
import { isReplayed, withKey } from '../../spec/keyed.ts'
import { db } from '../../world.ts'
import { type MatrixStage, setStage } from '../permissions/stage.ts'
import { contentOf } from './content.ts'
import { keyedFields, keyedMutations, type SentRequest } from './requests.ts'

let stage: MatrixStage
beforeAll(async () => {
  stage = await setStage()
})

const send = ({ person, method, path, body }: SentRequest, headers: ClientHeaders) =>
  as(person).send(method, path, body, headers)

describe('B4 every mutation with a key', () => {
  it('the list of mutations is complete', () => {
    const listed = new Set(keyedMutations.map(([, { field }]) => field))
    expect([...keyedFields].filter((field) => !listed.has(field))).toEqual([])
  })

  it.each(keyedMutations)('%s', async (_, mutation) => {
    const request = await mutation.make(stage)
    const key = withKey()
    const first = await send(request, key)
    expect(first.status, first.text).toBeLessThan(300)
    expect(first.text).not.toContain('"errors"')
    expect(isReplayed(first)).toBe(false)
    const before = await contentOf(db)
    // It has ended the credentials themselves.
    if (mutation.field === 'logOut') {
      expect((await send(request, key)).text).toContain('Invalid token.')
      return
    }
    for (let turn = 0; turn < 3; turn += 1) {
      const again = await send(request, key)
      expect(again).toMatchObject({ status: first.status, text: first.text })
      expect(isReplayed(again)).toBe(true)
    }
    expect(await contentOf(db)).toEqual(before)
  })
})
