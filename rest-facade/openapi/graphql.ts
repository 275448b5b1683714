/** The GraphQL documents behind the routes, in a form that clients may send to `/graphql`. */
import { type DocumentNode, Kind, print, separateOperations, visit } from 'graphql'

/**
 * Each operation by name, with its fragments. The facade's own directive `@onlyWhenNamed` is
 * removed, so a document selects every field that the route can return.
 */
export function documentsOf(operations: DocumentNode): ReadonlyMap<string, string> {
  const unmarked = visit(operations, {
    Directive: ({ name }) => (name.value === 'onlyWhenNamed' ? null : undefined),
  })
  const separate = Object.entries(separateOperations(unmarked))
  return new Map(separate.map(([name, document]) => [name, printed(document)]))
}

/** The operation, followed by its fragments. */
function printed({ definitions, ...document }: DocumentNode): string {
  const isOperation = ({ kind }: { kind: Kind }) => kind === Kind.OPERATION_DEFINITION
  const sorted = [...definitions].sort((a, b) => Number(isOperation(b)) - Number(isOperation(a)))
  return print({ ...document, definitions: sorted })
}
