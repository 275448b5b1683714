/** The objects of the matrix, each kind in every state that a path may name. */
import { fresh, one } from '../../spec/persons.ts'
import { insert } from '../../sync.ts'
import type { Person } from '../../world.ts'
import { canary } from './canary.ts'
import { child, gone, type MadeObject, type ObjectScene } from './objects.ts'
import { address, attached, message } from './objects-of-mail.ts'
import type { ObjectName } from './rows.ts'
import { impossible, ownerIn } from './states.ts'

async function category({ person, number }: ObjectScene, { state }: MadeObject): Promise<number> {
  const owner = ownerIn(state)
  const values = { slug: fresh('slug'), name: canary(number, 'category', owner), ...gone(state) }
  const [id] = await insert('category', { owner_id: person(owner).id, ...values })
  return id as number
}

/** A record between the asker or a stranger and somebody new; a confirmed one is on both sides. */
async function favorite({ person }: ObjectScene, { state, asker }: MadeObject): Promise<number> {
  const self = (state !== 'of others' && person(asker)) || (await one('nils'))
  const other = await one('nora')
  const ask = async (by: Person, of: Person) => {
    const pending = state !== 'mine'
    const values = { user_id: by.id, email: of.email, favorite_user_id: of.id, pending }
    return (await insert('favorite', values))[0] as number
  }
  if (state === 'mine') await ask(other, self)
  return state === 'asked of me' ? ask(other, self) : ask(self, other)
}

const makers: Record<ObjectName, (scene: ObjectScene, found: MadeObject) => Promise<number>> = {
  ...{ hosting: child, activity: child, transportation: child, expense: child },
  ...{ category, favorite, email: attached, document: attached, message, address },
}

/** Returns the id of an object; those that are not used up are made once. */
export function objectMaker(scene: ObjectScene): (found: MadeObject) => Promise<string> {
  // Of promises, because many ask at the same time.
  const made = new Map<string, Promise<string>>()
  return async (found) => {
    const { name, state, trip, parent, asker, anew } = found
    if (state in impossible) return impossible[state as keyof typeof impossible]
    const relative = ['favorite', 'message', 'address'].includes(name) ? asker : ''
    const key = [
      name,
      state,
      state === 'live' ? trip : '',
      parent?.kind,
      parent?.id,
      relative,
    ].join()
    // An object that only another kind has is missing, and cannot be used up.
    const old = anew && state !== 'of another kind' ? undefined : made.get(key)
    const id = old ?? makers[name](scene, found).then(String)
    if (!anew || state === 'of another kind') made.set(key, id)
    return id
  }
}
