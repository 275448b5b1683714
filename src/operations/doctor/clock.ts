/** Compares this machine's clock with those of servers reached by other checks. */
import { type Check, failed, ok, warning } from './checks.ts'

export const clock: Check = {
  name: 'clock',
  async run({ clocks }) {
    const found = [...clocks].map(([whose, ahead]) => {
      const seconds = Math.round(Math.abs(ahead) / 1000)
      const side = ahead > 0 ? 'behind' : 'ahead of'
      const difference = `This clock is ${seconds} seconds ${side} that of ${whose}`
      if (seconds > 300)
        return failed(`${difference}: signed URLs and tokens fail. Synchronize it (NTP).`)
      return seconds > 5 ? warning(`${difference}; synchronize both (NTP).`) : undefined
    })
    const wrong = found.filter((one) => one !== undefined)
    if (wrong.length > 0) return wrong
    if (clocks.size === 0) return undefined
    return ok(`This clock agrees with that of ${[...clocks.keys()].join(' and ')}.`)
  },
}
