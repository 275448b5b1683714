/** The four kinds of itinerary items as the tests of common rules need them. */
export interface TestKind {
  /** Path element of one object; also the table. */
  one: 'hosting' | 'activity' | 'transportation' | 'expense'
  /** Path element of the collection. */
  many: 'hostings' | 'activities' | 'transportations' | 'expenses'
  /** The smallest body of a create. */
  least: Record<string, unknown>
  /** A change that every object of the kind accepts. */
  change: Record<string, unknown>
}

export const hosting: TestKind = {
  one: 'hosting',
  many: 'hostings',
  least: {},
  change: { name: 'Casa do Largo' },
}
export const activity: TestKind = {
  one: 'activity',
  many: 'activities',
  least: {},
  change: { name: 'Tile museum' },
}
export const transportation: TestKind = {
  one: 'transportation',
  many: 'transportations',
  least: { transportation_type: 'train' },
  change: { name: 'Night train' },
}
export const expense: TestKind = {
  one: 'expense',
  many: 'expenses',
  least: { title: 'Dinner at the port', price: 62.4 },
  change: { title: 'Lunch at the port' },
}

/** The kinds with v2 routes, an identifier and moves. */
export const kindsWithEmails = [hosting, activity, transportation]
export const allKinds = [...kindsWithEmails, expense]
