/** A row of the table of routes: a path, the operation that answers it, and its options. */

export interface Route {
  /** `METHOD[,METHOD] /path/{param}`, without the trailing slash that all routes accept. */
  route: string
  /** A named operation of `operations/`. */
  operation: string
  /** The operation that answers instead when the query says `deleted=true`. */
  deleted?: string
  /** The status of success; 200 by default. With 204 the body is dropped. */
  status?: 201 | 204
  /** The body is a page: `next` and `previous` are added, and the query's `page` is read. */
  paged?: true
  /** A null body is an empty 200. */
  emptyWhenNull?: true
  /** An empty 200, whatever the operation answers. */
  empty?: true
  /** Field errors are answered as the 401 with this word (test/spec/07). */
  invalid?: string
  /** Success is answered as this page for people, and so are refusals to browsers. */
  page?: 'verification'
  /** Keys that are left out, not null, where they have no value. */
  omitNull?: readonly string[]
}
