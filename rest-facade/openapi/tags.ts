/** Tags: the nouns of the interface, each with a file in `operations/`. */
import { readFileSync } from 'node:fs'
import { root } from '../../src/base/root.ts'
import { itemNames } from '../../src/core/parent-kinds.ts'
import type { Schema } from './values.ts'

/**
 * Reads the tag of a kind of items from the first line of its file: `# Hostings: Lodgings of a
 * trip.`
 */
function tagOf(kind: string) {
  const text = readFileSync(new URL(`rest-facade/operations/${kind}.graphql`, root), 'utf8')
  const [, name = '', description = ''] = /^# (\w+): (.+)\n/.exec(text) ?? []
  return { name, description }
}

/** The tag of the operations in each file, in the order shown by tools. */
const nouns: Readonly<Record<string, { name: string; description: string }>> = {
  trip: { name: 'Trips', description: 'Trips that the caller owns or has joined.' },
  ...Object.fromEntries(itemNames.map((kind) => [kind, tagOf(kind)])),
  document: {
    name: 'Documents',
    description: 'Links and files that are attached to a trip or its itinerary items; uploads.',
  },
  email: {
    name: 'Emails',
    description: 'Booking emails, attached or in the inbox; alternative email addresses.',
  },
  category: { name: 'Categories', description: 'Custom categories of activities.' },
  collaborator: {
    name: 'Collaborators',
    description: 'Members and invitees of a trip, and what they are permitted to do.',
  },
  favorite: { name: 'Favorites', description: 'Users whom the caller often travels with.' },
  user: { name: 'Account', description: 'Account and profile of the caller.' },
  login: { name: 'Login', description: 'API keys and passwords.' },
}

export const tags: readonly Schema[] = Object.values(nouns)

/** The tag of an operation by its file, such as `trip.graphql`. */
export function tagFor(file: string | undefined): string {
  const noun = nouns[file?.replace('.graphql', '') ?? '']
  if (!noun) throw new Error(`openapi: no tag for the operations in ${file}`)
  return noun.name
}
