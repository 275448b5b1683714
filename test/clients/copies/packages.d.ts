/**
 * As much of RxDB as its recipe uses: the package itself is not installed with this repository,
 * because it brings a second copy of graphql, of a version that Node 20 is too old for
 * (RXDB, see test/README.md).
 */
declare module 'rxdb' {
  interface Row {
    key: string
    // biome-ignore lint/suspicious/noExplicitAny: RxDB's own types say the same.
    object: any
  }
  interface Collection {
    find(query: object): { exec(): Promise<Row[]> }
    findOne(key: string): { exec(): Promise<Row | null> }
  }
  export interface RxDatabase {
    addCollections(collections: object): Promise<{ copy: Collection }>
  }
}

declare module 'rxdb/plugins/replication-graphql' {
  export function replicateGraphQL(options: object): {
    reSync(): void
    awaitInSync(): Promise<true>
  }
}
