/** A client that searches every answer for canaries that its caller may not see (target Z5). */
import type { as } from '../../client.ts'
import { leaksIn } from './canary.ts'
import type { Principal } from './principals.ts'

type Client = Pick<ReturnType<typeof as>, 'send' | 'get' | 'graphql'>

let answers = 0
/** How many answers have been searched. */
export const seen = () => answers

/** The client, whose requests fail where an answer leaks. */
export function watched(client: Client, principal: Principal, stage: number): Client {
  const look = (text: string, asked: string) => {
    answers += 1
    const leaks = leaksIn(text, principal, stage)
    if (leaks.length > 0) throw new Error(`${principal}, ${asked}: leaks ${leaks.join(', ')}`)
  }
  const send: Client['send'] = async (method, path, body, more) => {
    const answer = await client.send(method, path, body, more)
    look(answer.text + JSON.stringify(answer.headers), `${method} ${path}`)
    return answer
  }
  return {
    send,
    get: (path, more) => send('GET', path, undefined, more),
    async graphql(query, variables, more) {
      const answer = await client.graphql(query, variables, more)
      look(JSON.stringify(answer), query)
      return answer
    },
  }
}
