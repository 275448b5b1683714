/** The two reasons not to accept a token: it is invalid, or cannot be checked. */

/** The token is invalid; `message` says why, for the log, without its content. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
}

/** The authorization server did not return a usable response. */
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
