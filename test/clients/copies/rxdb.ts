/** A copy in RxDB, by its GraphQL replication (schema/changes.md). */
import type { RxDatabase } from 'rxdb'
import { replicateGraphQL } from 'rxdb/plugins/replication-graphql'
import { type CopyPage, forgottenBy, keyOf } from './page.ts'

const properties = { key: { type: 'string', maxLength: 60 }, object: { type: 'object' } }
const schema = { version: 0, primaryKey: 'key', type: 'object', properties }
const row = (key: string, object: object, _deleted = false) => ({ key, object, _deleted })

/** Objects of all kinds, in one collection, and what brings them up to date. */
export async function newCopy(database: RxDatabase, url: string, headers: object, query: string) {
  const { copy } = await database.addCollections({ copy: { schema } })
  const held = () => copy.find({ selector: { key: { $ne: 'position' } } }).exec()
  // A row of its page, since RxDB stores its own checkpoint later, in a write by itself.
  const since = async () => (await copy.findOne('position').exec())?.object.position
  let hasMore = true
  const pull = {
    // One page at a time: RxDB would ask for the next before it has stored the last.
    batchSize: Number.POSITIVE_INFINITY,
    dataPath: 'data.changes',
    queryBuilder: async () => ({ query, variables: { since: await since() } }),
    async responseModifier(page: CopyPage) {
      const isForgotten = forgottenBy(page)
      const gone = (await held()).filter(({ object }) => isForgotten(object))
      const kept = page.changed.map((one) => row(keyOf(one), one))
      const position = row('position', { position: page.position })
      hasMore = page.hasMore
      return { documents: [...gone.map(({ key }) => row(key, {}, true)), ...kept, position] }
    },
  }
  const identity = { collection: copy, replicationIdentifier: 'changes' }
  const replication = replicateGraphQL({ ...identity, url: { http: url }, headers, pull })
  async function update(): Promise<void> {
    replication.reSync()
    await replication.awaitInSync()
    if (hasMore) await update()
  }
  return { held, update }
}
