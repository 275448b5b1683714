/** The GraphQL documents behind the routes, as a client may send them to `/graphql`. */
import { type DocumentNode, Kind, print, separateOperations, visit } from 'graphql'

/**
 * Each operation with the fragments that it uses, by its name. The facade's own mark
 * `@onlyWhenNamed` is left out: such a document selects each field that the route can return.
 */
export function documentsOf(operations: DocumentNode): ReadonlyMap<string, string> {
  const unmarked = visit(operations, {
    Directive: ({ name }) => (name.value === 'onlyWhenNamed' ? null : undefined),
  })
  const separate = Object.entries(separateOperations(unmarked))
  return new Map(separate.map(([name, document]) => [name, printed(document)]))
}

/** The operation first, then its fragments. */
function printed({ definitions, ...document }: DocumentNode): string {
  const isOperation = ({ kind }: { kind: Kind }) => kind === Kind.OPERATION_DEFINITION
  const sorted = [...definitions].sort((a, b) => Number(isOperation(b)) - Number(isOperation(a)))
  return print({ ...document, definitions: sorted })
}
