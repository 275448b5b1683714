/** The two errors of a token that is not accepted: invalid, or impossible to check. */

/** The token is invalid here; `message` says why, for the log, without its content. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
}

/** The authorization server returned nothing usable. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
  /** No request was sent, because one had just failed. */
  readonly notAsked: boolean

  constructor(
    message: string,
    { cause, notAsked = false }: { cause?: unknown; notAsked?: boolean },
  ) {
    super(message, { cause })
    this.notAsked = notAsked
  }
}
