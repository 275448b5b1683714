/** The two ends of a token that is not accepted: it is no good, or no one can tell. */

/** The token is no credential here; `message` says why, for the log, without its content. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
}

/** The authorization server gave no answer that can be used. */
export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
  /** Nothing was asked, because a request had just failed. */
  readonly notAsked: boolean

  constructor(
    message: string,
    { cause, notAsked = false }: { cause?: unknown; notAsked?: boolean },
  ) {
    super(message, { cause })
    this.notAsked = notAsked
  }
}
