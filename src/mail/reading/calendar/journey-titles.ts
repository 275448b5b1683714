/**
 * Whether the title of an event names a journey, or something beside it: `Taxi for AP123 LIS-FRA`
 * (test/mail/reading/calendar/journey-titles).
 */
import { folded, foldedSet, wordsIn } from '../compared-words.ts'

/** What people do around a journey. Capitals do not tell these from the names of places. */
const besides = foldedSet(
  'boarding check checkin checkout reminder remember taxi cab uber lyft bolt shuttle transfer',
  'parking lounge luggage baggage bags bag pack packing pick pickup drop dropoff meet',
  'collect drive',
  'leave arrive arrival pay payment change cancel upgrade offer seats deadline alarm security',
  'opens open closes close closing opening ends hotel dinner lunch breakfast rental insurance visa',
  'einchecken online-check-in checkin-start boardingbeginn einsteigen erinnerung abholen abholung',
  'abholservice parken parkplatz flughafentransfer flughafenparkplatz gepäck koffer packen fahrt',
  'umbuchen stornieren bezahlen frist sitzplatz ankunft essen öffnet schließt',
  'enregistrement embarquement rappel navette stationnement bagages arrivée salon paiement',
  'facturación embarque recordatorio recoger recogida traslado aparcamiento equipaje llegada',
  'imbarco promemoria navetta parcheggio bagagli arrivo ritiro accettazione',
  'lembrete estacionamento bagagem chegada táxi despacho',
  'inchecken instappen herinnering ophalen parkeren bagage aankomst',
  'incheckning ombordstigning påminnelse parkering hämta ankomst innsjekking påmindelse hent',
  'lähtöselvitys muistutus odprawa przypomnienie taksówka parkowanie odbiór odbavení připomínka',
  'регистрация напоминание такси посадка парковка встретить трансфер',
)
const unspaced =
  /チェックイン|搭乗手続|搭乗開始|リマインダ|タクシー|値機|值机|登机|登機|提醒|接机|체크인|탑승|알림/u

/** Words in small letters that do not make a journey something else. */
const harmless = foldedSet(
  'flight flights flug vuelo vlucht volo train zug treno tren comboio trein tåg',
  'from with nach naar vers hacia para depuis desde till från mellan between through',
  'your mein meine unser booking reservation number nummer numéro número numero confirmed',
  'operated direct nonstop economy business class terminal seat coach platform passengers adults',
  'outbound inbound return aller retour vuelta andata ritorno departure departs departing',
  'international airport station della delle dell dello degli sous sobre upon over aeropuerto',
  'aéroport aeroporto flughafen рейс поезд',
)
/** Longer words in small letters are rarely parts of names, as `de`, `am` and `dos` are. */
const maxParticle = 3

/** `Check-in` and `check-in` begin as they are written; `Villefranche-sur-Mer` is one word. */
const smallWords = (title: string) =>
  (title.match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? []).filter(
    (word) => /^\p{Ll}/u.test(word) && !/\p{Lu}|\p{N}/u.test(word) && word.length > maxParticle,
  )

const journeyWord = new RegExp(
  '(?<![\\p{L}\\p{N}])(?:flights?|flug|vol|vuelo|voo|volo|vlucht|train|zug|treno|tren|comboio|' +
    'trein|tåg|tog|рейс|(?:[A-Z]{2,3}|[A-Z]\\d|\\d[A-Z]) ?\\d{1,5})(?![\\p{L}\\p{N}])',
  'iu',
)
const forIt = new RegExp(
  '(?<!\\p{L})(?:for|before|after|of|from|until|till|für|vor|nach|von|pour|avant|après|de|du|' +
    'para|antes de|después de|per|prima di|dopo|di|da|do|voor|na|van|för|före|til|för|на)' +
    "(?: (?:the|my|your|our|den|dem|die|le|la|mon|el|mi|il|lo|mio|o|a|het|de|l'))*\\s*$",
  'iu',
)
/** `Reservation for flight AP123` is the flight. */
const booked = foldedSet(
  'your my our booking reservation confirmation confirmed departure number itinerary e ticket',
  'buchung reservierung bestätigung buchungsbestätigung abflug abfahrt ihre meine',
  'réservation numéro départ reserva confirmación número salida prenotazione conferma numero',
  'partenza confirmação partida boeking reservering bevestiging vertrek bokning bekräftelse',
)

/** Whether the title says that something is for a journey: `Lounge before flight AP123`. */
function isForJourney(title: string): boolean {
  const before = title.slice(0, journeyWord.exec(title)?.index ?? 0)
  const preposition = forIt.exec(before)
  if (!preposition) return false
  const what = wordsIn(before.slice(0, preposition.index))
  return what.some((word) => !booked.has(word))
}

export const isBesideJourney = (title: string): boolean =>
  wordsIn(title).some((word) => besides.has(word)) ||
  unspaced.test(title) ||
  smallWords(title).some((word) => !harmless.has(folded(word))) ||
  isForJourney(title)
