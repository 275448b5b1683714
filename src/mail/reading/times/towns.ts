/** Well-known places, by country and region, and by country code. */
import { plainText } from '../compared-words.ts'

/**
 * Places that addresses give without a region, by country and region or part: travel destinations
 * that are far better known than others of the same name, or no towns, and towns whose region has
 * the code of a country (`Denver, CO`). Of other towns see `town-zones.ts`
 * (test/mail/reading/times/places).
 */
const towns: Readonly<Record<string, string>> = {
  'AU-NT': 'Uluru',
  'AU-SA': 'Adelaide',
  'AU-WA': 'Perth',
  'BR-AM': 'Manaus',
  'BR-BA': 'Salvador',
  'BR-MS': 'Campo Grande',
  'BR-MT': 'Cuiabá',
  'BR-PA': 'Belém',
  'BR-PE': 'Recife|Fernando de Noronha',
  'BR-PR': 'Curitiba|Foz do Iguaçu',
  'BR-RS': 'Porto Alegre',
  'BR-SC': 'Florianópolis',
  CD: 'Kinshasa|Lubumbashi|Goma',
  CG: 'Brazzaville|Pointe-Noire',
  'CA-SK': 'Regina|Saskatoon',
  'CA-YT': 'Whitehorse',
  'CL-MA': 'Torres del Paine|Puerto Williams',
  'EC-W': 'Santa Cruz Island',
  'ES-CN': 'Costa Adeje',
  'ID-BA': 'Seminyak|Canggu',
  'ID-NB': 'Lombok',
  'ID-PA': 'Jayapura',
  'ID-PD': 'Raja Ampat',
  'ID-SN': 'Toraja',
  'MX-BCN': 'Ensenada',
  'MX-BCS': 'Los Cabos|La Paz',
  'MX-PUE': 'Puebla',
  'MX-SIN': 'Mazatlán',
  'RU-KGD': 'Kaliningrad|Калининград',
  'US-AK': 'Anchorage|Juneau',
  'US-AZ': 'Phoenix|Tucson|Scottsdale|Sedona',
  'US-CA': 'Los Angeles|San Francisco|San Diego',
  'US-CO': 'Denver',
  'US-FL': 'Miami',
  'US-GA': 'Atlanta|Savannah',
  'US-LA': 'New Orleans',
  'US-MA': 'Boston',
  'US-MI': 'Detroit',
  'US-NAVAJO': 'Ganado|Monument Valley',
  'US-NV': 'Las Vegas|Reno',
  'US-NY': 'Manhattan|Brooklyn',
  'US-PA': 'Philadelphia|Pittsburgh',
  'US-TN': 'Nashville|Memphis',
  'US-TX': 'Houston|Dallas|Austin|San Antonio|El Paso',
}

/** Places in parts with separate codes, by the country that an address may name instead. */
const townsOfParts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DK: { GL: 'Kangerlussuaq' },
  FR: { PF: 'Bora Bora|Moorea', RE: 'Saint-Gilles-les-Bains' },
  NL: { BQ: 'Oranjestad Sint Eustatius|The Bottom', CW: 'Willemstad' },
}

/**
 * Towns of countries whose code is also that of a state or province elsewhere: `Lugano, CH`. None
 * is a town of that state, nor known by it: `Wilmington, DE`, `Georgetown, KY`.
 */
export const townsOfCodes: Readonly<Record<string, string>> = {
  AL: 'Tirana|Tiranë|Sarandë|Saranda|Durrës|Shkodër|Gjirokastër|Ksamil|Vlorë',
  AM: 'Yerevan',
  AR: 'Buenos Aires|Mendoza|Bariloche|San Carlos de Bariloche|Ushuaia|El Calafate|Puerto Iguazú',
  AZ: 'Baku|Bakı',
  BA: 'Sarajevo|Mostar|Banja Luka',
  BG: 'Sofia|Plovdiv|Varna|Burgas|Bansko',
  BO: 'La Paz|Uyuni|Sucre|Santa Cruz de la Sierra',
  BS: 'Nassau',
  BZ: 'Belize City|Caye Caulker|Placencia',
  CH:
    'Zürich|Genève|Geneva|Genf|Basel|Bern|Lausanne|Lugano|Luzern|Lucerne|Winterthur|St. Gallen|' +
    'Locarno|Bellinzona|Davos|St. Moritz|Zermatt|Interlaken|Grindelwald|Montreux|Neuchâtel|' +
    'Fribourg|Chur|Sion|Thun|Zug|Schaffhausen|Ascona|Verbier|Gstaad|Lauterbrunnen|Wengen',
  CO: 'Bogotá|Medellín|Cartagena|Cali|Santa Marta|Barranquilla|Bucaramanga',
  CR: 'San José|La Fortuna|Monteverde|Tamarindo|Quepos',
  CU: 'Havana|La Habana|Varadero|Viñales',
  DE:
    'Berlin|Hamburg|München|Munich|Köln|Cologne|Frankfurt|Frankfurt am Main|Stuttgart|Düsseldorf|' +
    'Leipzig|Dresden|Nürnberg|Nuremberg|Hannover|Bremen|Bonn|Heidelberg|Freiburg|Mainz|Münster|' +
    'Potsdam|Weimar|Rostock|Lübeck|Würzburg|Regensburg|Augsburg|Ulm|Konstanz|Trier|Aachen|Essen|' +
    'Dortmund|Karlsruhe|Mannheim|Wiesbaden|Kassel|Erfurt|Garmisch-Partenkirchen|Baden-Baden',
  FI: 'Helsinki|Espoo|Vantaa|Tampere|Turku|Oulu|Rovaniemi|Kittilä',
  GE: 'Tbilisi|Batumi|Kutaisi',
  GR:
    'Athens|Athina|Αθήνα|Thessaloniki|Heraklion|Chania|Santorini|Fira|Oia|Mykonos|Rhodes|Corfu|' +
    'Kos|Nafplio|Ioannina',
  HR: 'Zagreb|Split|Dubrovnik|Zadar|Rijeka|Pula|Hvar|Rovinj|Šibenik',
  IM: 'Douglas',
  IN: 'Mumbai|New Delhi|Bangalore|Bengaluru|Chennai|Kolkata|Hyderabad|Jaipur|Agra|Goa|Pune|Udaipur',
  IS: 'Reykjavík|Akureyri|Keflavík|Húsavík',
  KR: 'Seoul|Busan|Incheon|Jeju',
  LA: 'Vientiane|Luang Prabang|Vang Vieng|Pakse',
  LT: 'Vilnius|Kaunas|Klaipėda|Palanga',
  MA: 'Casablanca|Marrakech|Marrakesh|Rabat|Fès|Agadir|Tangier|Tanger|Essaouira|Chefchaouen',
  MD: 'Chișinău',
  ME: 'Podgorica|Kotor|Budva|Tivat|Ulcinj|Herceg Novi|Perast',
  MG: 'Antananarivo|Nosy Be',
  MO: 'Macau|Macao',
  MT: "Valletta|Sliema|St. Julian's|Mdina|Mellieħa",
  NA: 'Windhoek|Swakopmund',
  NC: 'Nouméa',
  PA: 'Panama City|Ciudad de Panamá|Bocas del Toro',
  PE: 'Lima|Cusco|Cuzco|Arequipa|Iquitos|Puno|Aguas Calientes',
  PR: 'San Juan|Ponce|Fajardo|Rincón|Vieques|Culebra',
  PY: 'Asunción',
  RO: 'Bucharest|București|Cluj-Napoca|Brașov|Sibiu|Timișoara|Iași',
  RS: 'Belgrade|Beograd|Novi Sad',
  SA: 'Riyadh|Jeddah|Mecca|Medina|AlUla|Dammam',
  SC: 'Mahé|Praslin|La Digue',
  SE: 'Stockholm|Göteborg|Gothenburg|Malmö|Uppsala|Kiruna|Visby',
  SG: 'Singapore',
  SK: 'Bratislava|Košice',
  SV: 'San Salvador',
  TN: 'Tunis|Djerba|Hammamet|Sousse',
  TR: 'Istanbul|Ankara|Antalya|İzmir|Bodrum|Göreme|Dalaman|Fethiye|Marmaris',
  VE: 'Caracas',
}

const areas = new Map<string, string>([
  ...Object.entries(towns).flatMap(([area, names]) =>
    names.split('|').map((name) => [`${area.slice(0, 2)} ${plainText(name)}`, area] as const),
  ),
  ...Object.entries(townsOfParts).flatMap(([country, parts]) =>
    Object.entries(parts).flatMap(([part, names]) =>
      names.split('|').map((name) => [`${country} ${plainText(name)}`, part] as const),
    ),
  ),
])

const townsByCode = new Set(
  Object.entries(townsOfCodes).flatMap(([code, names]) =>
    names.split('|').map((name) => `${code} ${plainText(name)}`),
  ),
)

/** Whether a town before this code is in the country with the code, and in no state with it. */
export const isTownOfCode = (code: string, town: string): boolean =>
  townsByCode.has(`${code} ${plainText(town)}`)

/** The region or part of a country for a listed town. */
export const areaOfTown = (country: string, town: string): string | undefined =>
  areas.get(`${country} ${plainText(town)}`)
