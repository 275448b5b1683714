/** The authorization server of bearer tokens. */
import { requests } from '../../outside/oauth/request.ts'
import { serverFinder } from '../../outside/oauth/server.ts'
import { type Check, failed, noteClock, ok, sentenceOf } from './checks.ts'

export const oauth: Check = {
  name: 'OAuth issuer',
  async run(patient) {
    const settings = patient.config.oauth
    if (settings === undefined) return undefined
    const { issuer, client } = settings
    const asking = requests(Date.now)
    const watched: typeof asking = {
      ...asking,
      async fetch(url, init) {
        const answer = await asking.fetch(url, init)
        noteClock(patient, 'the authorization server', answer)
        return answer
      },
    }
    try {
      const { metadata, keys } = await serverFinder({ issuer, requests: watched, now: Date.now })()
      if (client && !metadata.introspection_endpoint)
        return failed(`${issuer} has no introspection endpoint; unset OAUTH_CLIENT_ID.`)
      if (!keys && !client)
        return failed(`${issuer} publishes no keys; set OAUTH_CLIENT_ID for introspection.`)
      return ok(`${issuer} is reachable and publishes how to check its tokens.`)
    } catch (error) {
      const cause = error instanceof Error && error.cause ? ` (${sentenceOf(error.cause)})` : ''
      return failed(`${sentenceOf(error).slice(0, -1)}${cause}: check OAUTH_ISSUER, ${issuer}.`)
    }
  },
}
