/** Writers of rosters, accounts, categories and favorites. */
import { setTimeout } from 'node:timers/promises'
import { restoreText, type WriterAct, writer } from './acts-of-trips.ts'
import { type Choice, names, type PersonName, type Scene } from './scene.ts'

const someone = (choice: Choice) => choice.of(names) as PersonName
/** The rights of a member, by their names in GraphQL. */
const rights = [
  ...['canEdit', 'canAddGuests', 'canSeeExpenses', 'canEditExpenses'],
  ...['canSeeDocuments', 'canEditDocuments', 'isTravelling'],
]

async function setRights(scene: Scene, choice: Choice) {
  const text = `mutation ($t: Int!, $u: Int!, $i: PermissionsInput!) {
    setPermissions(tripId: $t, userId: $u, input: $i) { id }
  }`
  const changed = rights.filter(() => choice.oneIn(2))
  const i = Object.fromEntries(changed.map((right) => [right, choice.oneIn(2)]))
  const who = choice.of(['vera', 'vera', 'ed', 'ed', 'olga', 'pia'] as const) as PersonName
  const variables = { t: choice.of(scene.trips), u: scene.account(who).id, i }
  await scene.mutate(choice.oneIn(4) ? 'lena' : 'olga', text, variables)
}

async function removeMember(scene: Scene, choice: Choice) {
  const text = `mutation ($t: Int!, $u: Int!) {
    removeCollaborator(tripId: $t, userId: $u) { tripId }
  }`
  const who = choice.of(['pia', 'pia', ...names] as const) as PersonName
  const variables = { t: choice.of(scene.trips), u: scene.account(who).id }
  await scene.mutate(choice.oneIn(4) ? who : writer(choice), text, variables)
}

async function invite(scene: Scene, choice: Choice) {
  const text = `mutation ($i: InviteInput!) { invite(input: $i) { success } }`
  const who = choice.of(['pia', 'pia', ...names] as const) as PersonName
  const permissions = { readOnly: choice.oneIn(2), canSeeExpenses: choice.oneIn(2) }
  const i = {
    ...{ tripId: choice.of(scene.trips), invitedUserEmail: scene.account(who).email, permissions },
  }
  await scene.mutate(writer(choice), text, { i })
}

const answer = (field: string) => async (scene: Scene, choice: Choice) => {
  const text = `mutation ($t: Int!) { ${field}(tripId: $t) ${field[0] === 'a' ? '{ id }' : ''} }`
  const who = choice.of(['pia', 'pia', ...names] as const) as PersonName
  await scene.mutate(who, text, { t: choice.of(scene.trips) })
}

async function rename(scene: Scene, choice: Choice) {
  const text = 'mutation ($i: ProfileInput!) { updateMe(input: $i) { id } }'
  const [name, photo, mail] = [scene.text(), scene.text(), scene.text()]
  const i = choice.of([
    { name },
    { name },
    { photoUrl: `https://pictures.example/${photo}` },
    { email: `${mail}@mail.example` },
    { timezone: `Zone/${name}` },
  ])
  await scene.mutate(someone(choice), text, { i })
  await scene.meet()
}

async function setPro(scene: Scene, choice: Choice) {
  const text = `mutation ($email: String!, $on: Boolean!, $at: DateTime) {
    setPremium(email: $email, isPremium: $on, expiresAt: $at) { isPremium }
  }`
  const who = choice.of(['olga', 'lena', 'lena', 'ed'] as const) as PersonName
  const isLapsing = choice.oneIn(2)
  // DateTime is exact to the second: the rest is set as an operator's row has it.
  const on = isLapsing || choice.oneIn(2)
  await scene.mutate('operator', text, { email: scene.account(who).email, on, at: null })
  if (!isLapsing) return
  scene.lapse = Date.now() + 8
  await scene.stage.db.query({
    text: 'update account set premium_expiration_date = $2 where id = $1',
    values: [scene.account(who).id, new Date(scene.lapse)],
  })
}

/** Lets a Pro subscription end that was to end soon: nothing is written. */
export async function passTime(scene: Scene): Promise<void> {
  while (Date.now() <= scene.lapse + 1) await setTimeout(2)
}

async function createCategory(scene: Scene, choice: Choice) {
  const text = 'mutation ($i: CategoryInput!) { made: createCategory(input: $i) { id } }'
  const by = someone(choice)
  const { made } = await scene.mutate(by, text, { i: { name: scene.text() } })
  if (made) scene.categories.push({ id: made.id, by })
}

async function changeCategory(scene: Scene, choice: Choice) {
  const one = choice.of(scene.categories)
  if (!one) return
  const id = one.id
  const change =
    'mutation ($id: Int!, $i: CategoryInput!) { updateCategory(id: $id, input: $i) { id } }'
  const remove = 'mutation ($id: Int!) { deleteCategory(id: $id) }'
  const act = choice.below(3)
  if (act === 0) await scene.mutate(one.by, change, { id, i: { name: scene.text() } })
  if (act === 1) await scene.mutate(one.by, remove, { id })
  if (act === 2) await scene.mutate(one.by, restoreText, { kind: 'CATEGORY', id })
}

async function addFavorite(scene: Scene, choice: Choice) {
  const text = 'mutation ($e: String!) { made: requestFavorite(email: $e) { id } }'
  const by = someone(choice)
  const { made } = await scene.mutate(by, text, { e: scene.account(someone(choice)).email })
  if (made) scene.favorites.push({ id: made.id, by })
}

async function changeFavorite(scene: Scene, choice: Choice) {
  const one = choice.of(scene.favorites)
  if (!one) return
  const confirm = 'mutation ($id: Int!) { confirmFavorite(id: $id) { id } }'
  const remove = 'mutation ($id: Int!) { removeFavorite(id: $id) }'
  if (choice.oneIn(2)) await scene.mutate(one.by, remove, { id: one.id })
  else for (const name of names) await scene.mutate(name, confirm, { id: one.id })
}

export const actsOfPeople: Record<string, WriterAct> = {
  setRights: { weight: 6, run: setRights },
  removeMember: { weight: 3, run: removeMember },
  invite: { weight: 4, run: invite },
  accept: { weight: 4, run: answer('acceptInvitation') },
  decline: { weight: 1, run: answer('declineInvitation') },
  rename: { weight: 3, run: rename },
  setPro: { weight: 3, run: setPro },
  passTime: { weight: 2, run: passTime },
  createCategory: { weight: 3, run: createCategory },
  changeCategory: { weight: 3, run: changeCategory },
  addFavorite: { weight: 2, run: addFavorite },
  changeFavorite: { weight: 1, run: changeFavorite },
}
