/**
 * Recognises labelled times that are not those of the booking
 * (test/mail/reading/calendar/agreement).
 */

/** By language: English, German, French, Spanish, Portuguese, Italian, Dutch. */
const topics = [
  ...['boarding', 'gates?', 'doors?', 'open(?:s|ing|ed)?', 'clos(?:e|es|ed|ing)', 'check-?in'],
  ...['bag drop', 'duration', 'delay(?:ed)?', 'previously', 'originally', 'formerly', 'instead'],
  ...['was', 'late', 'latest', 'earliest', 'early', 'before', 'prior', 'after', 'shuttle'],
  ...['be at', 'from home', 'from (?:the )?hotel', 'meet(?:ing)?', 'hours', 'minutes', 'daily'],
  ...['at (?:the )?(?:airport|station|terminal|hotel|counter)', 'cancel\\p{L}*', 'refund\\p{L}*'],
  ...['book(?:ed|ing)', 'spätestens', 'einstieg', 'schließt', 'öffnet', 'geöffnet', 'dauer'],
  ...['öffnungszeiten', 'ursprünglich', 'bisher', 'statt', 'storn\\p{L}*', 'täglich', 'stunden'],
  ...['(?:flug|fahr|reise)zeit', 'kostenlos', 'zuhause', 'zu hause', '(?:vom|ab) hotel'],
  ...['am (?:flughafen|bahnhof|schalter|terminal|gate)', 'embarquement', 'ferme', 'fermeture'],
  ...['ouvert(?:ure)?', 'au plus tard', 'avant', 'après', 'durée', 'horaires?', 'annul\\p{L}*'],
  ...['initialement', "à l['’]aéroport", 'à la gare', 'embarque', 'cierr[ae]', 'abiert[oa]'],
  ...['abre', 'apertura', 'antes', 'después', 'duración', 'horas', 'horarios?', 'abert[oa]'],
  ...['(?:en|no|al|in|op)(?: el| de| het)? (?:aero|lucht|vlieg)\\p{L}+', 'fech[ao]', 'depois'],
  ...['duração', 'horários?', 'imbarco', 'chius\\p{L}*', 'chiude', 'apert[oa]', 'apre', 'prima'],
  ...['dopo', 'durata', 'orari', 'instappen', 'sluit', 'opent', 'geopend', 'duur', 'uiterlijk'],
  ...['openingstijden', 'voorheen'],
].join('|')
const aside = new RegExp(`(?<!\\p{L})(?:${topics})(?!\\p{L})`, 'iu')
const upTo =
  'until|till?|by|before|bis|vor|nach|jusqu\\p{L}*|hasta|até|fino|entro|tot|voor|na|within'
const since =
  'from|since|after|as of|between|ab|dès|à partir|a partir|desde|dalle|da|vanaf|entre|tra|zwischen'
const article = "(?: (?:de|du|des|das|dos|le|la|las|les|as|às|à|a|al|alle|ore|l['’]|d['’]))*"
/** Words directly before a date or a time of day that make it a limit. */
const limit = new RegExp(`(?<!\\p{L})(?:${upTo})${article}[\\s:]*$`, 'iu')
const hourLimit = new RegExp(`(?<!\\p{L})(?:${upTo}|${since})${article}[\\s:]*$`, 'iu')
const through = new RegExp(
  '^\\s*(?:(?:h|hs|hrs|uhr|uur)\\.?\\s*)?' +
    '(?:[-–—~]+|to|bis|à|a|al|alle|às|as|till?|until|tot|and|und|e|et|y|en)\\s*$',
  'iu',
)

/** Whether the text before a time of day or a date makes it a different one. */
export const isOther = (before: string, isClock: boolean): boolean =>
  aside.test(before) || (isClock ? hourLimit : limit).test(before)

/** Whether the text between two times makes them a range. */
export const isThrough = (text: string): boolean => through.test(text)
