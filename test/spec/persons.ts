/** People that a test needs beside the cast, and their addresses and names. */
import { insert } from '../sync.ts'
import { join, type Person, people, type Rights, sha256 } from '../world.ts'

let names = 0

/** A name that is not yet used. */
export function fresh(word: string): string {
  names += 1
  return `${word}-${process.pid}-${names}`
}

/** One person with an account and a key. */
export async function one(name = 'mia'): Promise<Person> {
  const [person] = await people(name)
  if (!person) throw new Error(`${name} is missing`)
  return person
}

/** A person who has joined the trip with exactly these rights. */
export async function member(tripId: number, rights: Rights): Promise<Person> {
  const nina = await one('nina')
  await join(tripId, nina, rights)
  return nina
}

/** Stores an alternative address of the person. */
export async function alternative(person: Person, verified: boolean): Promise<string> {
  const email = `${fresh('alternative')}@mail.example`
  await insert('alternative_email', { user_id: person.id, email, verified, hash: sha256(email) })
  return email
}
