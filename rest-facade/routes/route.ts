/** A row of the table of routes: a path, its operation, and options. */

export interface Route {
  /** `METHOD[,METHOD] /path/{param}`; all routes also accept a trailing slash. */
  route: string
  /** The name of an operation in `operations/`. */
  operation: string
  /** The operation for requests with `deleted=true`. */
  deleted?: string
  /** The status of success, 200 by default; with 204 the body is dropped. */
  status?: 201 | 204
  /** The body is a page: `page` is read from the query, and `next` and `previous` are added. */
  paged?: true
  /** A null body becomes an empty 200. */
  emptyWhenNull?: true
  /** Always an empty 200, whatever the operation answers. */
  empty?: true
  /** Field errors become a 401 with this word (test/spec/07). */
  invalid?: string
  /** People get this page on success, and browsers on refusals. */
  page?: 'verification'
  /** Keys to leave out instead of answering null. */
  omitNull?: readonly string[]
}

const parameter = /\{(\w+)\}/g

/** The names of the parameters of a path, in its order. */
export const paramsOf = (path: string): string[] =>
  [...path.matchAll(parameter)].map(([, name]) => name as string)

/** A path with each parameter replaced. */
export const filledPath = (path: string, fill: (name: string) => string): string =>
  path.replaceAll(parameter, (_, name: string) => fill(name))

/** A path in the form of Fastify's router. */
export const routerPath = (path: string): string => filledPath(path, (name) => `:${name}`)
