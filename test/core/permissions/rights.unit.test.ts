/** The list of rights, the SDL and the database's model agree (test/spec/11.4). */
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  getNamedType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { capabilities, ownChoices, permissions, rights } from '../../../src/core/rights.ts'
import { buildSchema } from '../../../src/core/schema.ts'
import { files, isCode, readText } from '../../house.ts'

const schema = buildSchema()
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)

/** The Boolean fields of a type or an input, with their descriptions. */
function flags(type: string): Map<string, string> {
  const named = schema.getType(type) as GraphQLObjectType | GraphQLInputObjectType
  const found = Object.values(named.getFields()).filter(
    (field) => String(getNamedType(field.type)) === 'Boolean',
  )
  return new Map(found.map(({ name, description }) => [name, description ?? '']))
}

describe('rights: the list', () => {
  it('it has the Boolean columns of a member, except joined', () => {
    const [model = ''] = /^model Member \{[^}]*/m.exec(readText('prisma/schema.prisma')) ?? []
    const columns = [...model.matchAll(/^ {2}(\w+) +Boolean .*?(?:@map\("(\w+)"\))?$/gm)]
      .map(([, name, column = name]) => ({ name, column }))
      .filter(({ name }) => name !== 'joined')
    expect(permissions.map(({ name, column }) => ({ name, column }))).toEqual(columns)
  })

  it('it has the fields of Permissions and of ViewerCan', () => {
    expect(names(permissions)).toEqual([...flags('Permissions').keys()])
    expect(rights.map(({ can }) => can).sort()).toEqual([...flags('ViewerCan').keys()].sort())
  })

  it('it has the rights on which inputs can depend', () => {
    const values = (schema.getType('Right') as GraphQLEnumType | undefined)?.getValues() ?? []
    expect(values.map(({ name }) => name).filter((name) => !names(rights).includes(name))).toEqual(
      [],
    )
    expect(values.length).toBeGreaterThan(0)
  })

  it('it has what can be set for another member, everything except isOwner', () => {
    expect([...flags('PermissionsInput').keys()]).toEqual([
      ...names(capabilities),
      ...names(ownChoices),
    ])
    expect(names(permissions).filter((name) => !flags('PermissionsInput').has(name))).toEqual([
      'isOwner',
    ])
  })

  it('it has what invitations grant, with the defaults in the SDL', () => {
    const guest = flags('GuestPermissionsInput')
    const own = ['readOnly', 'isTravelling']
    expect([...guest.keys()].filter((name) => !own.includes(name))).toEqual(names(capabilities))
    for (const { name, grantable } of capabilities) {
      const said = guest.get(name)?.replace(/\s+/g, ' ')
      expect(said, name).toContain(`Defaults to ${grantable === 'byDefault'}.`)
    }
    // `readOnly` replaces `canEdit`.
    const invitee = [...flags('InvitePermissionsInput').keys()]
    expect(invitee).toEqual([...guest.keys()].filter((name) => name !== 'canEdit'))
  })

  it('only the list names the columns of rights in src', () => {
    const column = new RegExp(`\\b(${capabilities.map((one) => one.column).join('|')})\\b`)
    // The demo is a client, which sends the names that REST has for rights.
    const code = files.filter(
      (path) => /^src\/(?!generated\/|operations\/demo\/)/.test(path) && isCode(path),
    )
    const found = code.filter((path) => column.test(readText(path)))
    expect(found, 'say has(member, right), or map over src/core/rights.ts').toEqual([])
  })
})
