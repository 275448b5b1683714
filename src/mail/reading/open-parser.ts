/** Opens the parser of booking mail, with the extractor if installed. */
import { installedExtractor } from './kitinerary/installed-extractor.ts'
import { askKitinerary } from './kitinerary/kitinerary.ts'
import { MailParser } from './parsing.ts'

type Asking = Parameters<typeof askKitinerary>[0]
type Parser = Pick<MailParser, 'parse' | 'splitCalendar' | 'close'>

/**
 * A parser whose thread starts with the first message. `program` is the path of the extractor, or
 * `off`; by default the installed one.
 */
export function openParser(program = installedExtractor(), log: Asking['log']): Parser {
  const parser = new MailParser()
  if (program === undefined || program === 'off') return parser
  const asking = askKitinerary({ program, parser, log })
  return {
    ...asking,
    splitCalendar: (...given) => parser.splitCalendar(...given),
    async close() {
      await asking.close()
      await parser.close()
    },
  }
}
