/** The people of a reader's world, and their own things (test/spec/07, 08, 09, 11.1). */
import { isPartOfAccount, keyColumnsOf, keyOf as personOf } from './narrowings.ts'
import { standing } from './principals.ts'
import { inbox } from './twin-mail.ts'
import {
  type Fact,
  fact,
  idOf,
  keyOf,
  later,
  moment,
  rights,
  sha256,
  type TwinScene,
  type TwinValues,
  tripOwners,
  trips,
  wordsFor,
} from './twin-rows.ts'

export function account({ reader, twin, known }: TwinScene, name: string): Fact[] {
  const isSelf = name === personOf(reader).base
  const [id, own] = [idOf(name), wordsFor(twin, isSelf)]
  // Of its own account, a key that is a part of it sees who it is.
  const whole = wordsFor(twin, isSelf && !isPartOfAccount(reader))
  const version = wordsFor(twin, !isSelf || !isPartOfAccount(reader))
  const [seen, shown] = [wordsFor(twin, known(name)), wordsFor(twin, isSelf || known(name))]
  const word = name.replace(' ', '.')
  // The right to documents shows whether the owner is Pro.
  const place = name === 'olga' ? 'active' : 'unpaid'
  const stands = standing(reader, place)
  const seesPro = 'rights' in stands && stands.rights.includes('d')
  const pays = wordsFor(twin, isSelf || (seesPro && tripOwners[place] === name))
  return [
    fact('account', {
      ...{ id, username: own.plain(word), password_hash: own.plain('hash') },
      ...{ email: seen.plain(`${word}@mail.example`), name: shown.text(name) },
      ...{ photo_url: shown.text(`https://pages.example/${word}.jpg`) },
      ...{ first_name: whole.text(name), last_name: whole.text('Prado') },
      ...{ language: own.text('en'), timezone: own.text('UTC'), default_currency: own.text('EUR') },
      ...{ calendar_identifier: whole.plain(`c${id}`), oauth_subject: own.plain(`s${id}`) },
      ...{ anonymous_email_identifier: whole.plain(`a${id}`), asa_campaign_name: whole.text('x') },
      ...{
        is_premium: pays.flag(name === 'olga' || name === 'stan'),
        last_activity_date: whole.time(),
        version: version.number(1),
      },
    }),
    fact('api_key', {
      ...{ id, user_id: id, hash: sha256(own.plain(keyOf(name))), last_used_at: moment },
      ...keyColumnsOf(isSelf ? reader : name, trips.active as number),
    }),
  ]
}

/** What belongs to one person: categories, addresses, the inbox. */
export function ownFacts(scene: TwinScene, name: string): Fact[] {
  const { reader, twin, known } = scene
  const id = idOf(name)
  const isMate = name !== 'nora' && name !== 'otto' && known(name)
  const isWhole = name === personOf(reader).base && !isPartOfAccount(reader)
  const [seen, own] = [wordsFor(twin, isMate), wordsFor(twin, isWhole)]
  const category = (at: number, words: typeof seen, more: TwinValues = {}) =>
    fact('category', { id: at, owner_id: id, slug: `s${at}`, name: words.text('Tiles'), ...more })
  return [
    category(id, seen),
    category(20 + id, wordsFor(twin, false), { deleted_at: moment }),
    ...seen.onlyIn('b', [category(40 + id, seen)]),
    ...inbox(scene, id, own),
  ]
}

/** The reader's favorites and requests, and those of others. */
export function favorites({ reader, twin }: TwinScene): Fact[] {
  const self = idOf(reader)
  const [nora, otto, zoe] = [idOf('nora'), idOf('otto'), idOf('zoe')]
  const typed = 'typed@mail.example'
  const record = (id: number, user: number, of: number | null, email: string, pending = true) =>
    fact('favorite', { id, user_id: user, favorite_user_id: of, email, pending })
  const own = [
    record(1, self, nora, 'nora@mail.example', false),
    record(2, nora, self, 'reader@mail.example', false),
    // Whether an account has the address is not for anybody to know (test/spec/11.1).
    record(3, self, twin === 'a' ? null : zoe, typed),
    record(4, otto, self, 'reader@mail.example'),
  ]
  const others = [record(5, zoe, otto, 'otto@mail.example', false), record(6, nora, zoe, typed)]
  const isSeen = self > 0 && !(isPartOfAccount(reader) && twin === 'b')
  return [...(isSeen ? own : []), ...(twin === 'b' ? others : [])]
}

/** What no reader sees. */
export function hiddenFromAll({ twin, reader }: TwinScene): Fact[] {
  if (twin === 'a') return []
  const letter = { recipient: 'zoe@mail.example', subject: 'Reset', text: 'canary.twin' }
  const mail = reader === 'operator' ? [] : [fact('outgoing_mail', { id: 1, ...letter })]
  const user_id = idOf('zoe')
  return [
    ...mail,
    fact('password_reset', { id: 1, user_id, hash: 'canary.twin', expires_at: later }),
    fact('trip', { id: 5, owner_id: user_id, name: 'Nobody knows' }),
    fact('member', { trip_id: 5, user_id, is_owner: true, joined: true, ...rights() }),
  ]
}
