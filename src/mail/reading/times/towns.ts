/**
 * Towns that addresses may give without a region, by country and region or part: travel
 * destinations that are far better known than others of the same name
 * (test/mail/reading/times/places).
 */
import { plainText } from '../compared-words.ts'

const towns: Readonly<Record<string, string>> = {
  'AU-ACT': 'Canberra',
  'AU-NSW': 'Sydney',
  'AU-NT': 'Darwin|Alice Springs|Uluru|Yulara',
  'AU-QLD': 'Brisbane|Cairns|Gold Coast|Port Douglas|Airlie Beach',
  'AU-SA': 'Adelaide',
  'AU-TAS': 'Hobart',
  'AU-VIC': 'Melbourne',
  'AU-WA': 'Perth|Fremantle|Broome|Margaret River',
  'BR-AM': 'Manaus',
  'BR-BA': 'Salvador',
  'BR-CE': 'Fortaleza',
  'BR-DF': 'Brasília',
  'BR-MT': 'Cuiabá',
  'BR-MS': 'Campo Grande|Bonito',
  'BR-PA': 'Belém',
  'BR-PE': 'Recife|Fernando de Noronha',
  'BR-PR': 'Curitiba|Foz do Iguaçu',
  'BR-RJ': 'Rio de Janeiro',
  'BR-RS': 'Porto Alegre',
  'BR-SC': 'Florianópolis',
  'BR-SP': 'São Paulo',
  'CA-AB': 'Calgary|Edmonton|Banff|Jasper',
  'CA-BC': 'Vancouver|Whistler',
  'CA-MB': 'Winnipeg',
  'CA-NL': "St. John's",
  'CA-NS': 'Halifax',
  'CA-ON': 'Toronto|Ottawa|Niagara Falls',
  'CA-QC': 'Montréal|Montreal|Quebec City|Québec',
  'CA-SK': 'Regina|Saskatoon',
  'CA-YT': 'Whitehorse',
  'CL-MA': 'Punta Arenas|Puerto Natales|Torres del Paine|Puerto Williams',
  'CL-RM': 'Santiago|Santiago de Chile',
  'EC-W': 'Puerto Ayora|Puerto Baquerizo Moreno|Santa Cruz Island',
  'ES-AN': 'Sevilla|Seville|Málaga|Granada',
  'ES-CN': 'Las Palmas de Gran Canaria|Maspalomas|Puerto de la Cruz|Costa Adeje|Arrecife|Adeje',
  'ES-CT': 'Barcelona',
  'ES-IB': 'Palma|Palma de Mallorca',
  'ES-MD': 'Madrid',
  'ES-PV': 'Bilbao|San Sebastián',
  'ID-BA': 'Denpasar|Ubud|Kuta|Seminyak|Canggu',
  'ID-JB': 'Bandung|Bogor',
  'ID-JI': 'Surabaya|Malang|Banyuwangi',
  'ID-JK': 'Jakarta',
  'ID-KI': 'Balikpapan|Samarinda',
  'ID-NB': 'Lombok|Mataram|Senggigi|Gili Trawangan|Gili Air',
  'ID-NT': 'Labuan Bajo|Kupang',
  'ID-PA': 'Jayapura',
  'ID-PD': 'Raja Ampat|Sorong',
  'ID-SA': 'Manado',
  'ID-SN': 'Makassar|Toraja|Rantepao',
  'ID-SU': 'Medan',
  'ID-YO': 'Yogyakarta|Jogjakarta',
  'MX-BCN': 'Tijuana',
  'MX-BCS': 'Cabo San Lucas|San José del Cabo|Los Cabos|Loreto',
  'MX-CMX': 'Mexico City|Ciudad de México',
  'MX-JAL': 'Guadalajara|Puerto Vallarta',
  'MX-NLE': 'Monterrey',
  'MX-OAX': 'Oaxaca|Puerto Escondido',
  'MX-ROO': 'Cancún|Tulum|Playa del Carmen|Cozumel|Isla Mujeres',
  'MX-SIN': 'Mazatlán',
  'PT-11': 'Lisboa|Lisbon',
  'PT-13': 'Porto',
  'PT-20': 'Ponta Delgada|Angra do Heroísmo|Horta',
  'PT-30': 'Funchal',
  'RU-IRK': 'Irkutsk|Иркутск|Listvyanka',
  'RU-KDA': 'Sochi|Сочи',
  'RU-KGD': 'Kaliningrad|Калининград',
  'RU-KHA': 'Khabarovsk|Хабаровск',
  'RU-KYA': 'Krasnoyarsk|Красноярск',
  'RU-MOW': 'Moscow|Москва',
  'RU-NVS': 'Novosibirsk|Новосибирск',
  'RU-PRI': 'Vladivostok|Владивосток',
  'RU-SPE': 'Saint Petersburg|St Petersburg|St. Petersburg|Санкт-Петербург',
  'RU-SVE': 'Yekaterinburg|Ekaterinburg|Екатеринбург',
  'RU-TA': 'Kazan|Казань',
  'US-AK': 'Anchorage|Juneau',
  'US-AZ': 'Phoenix|Tucson|Scottsdale|Sedona',
  'US-CA': 'Los Angeles|San Francisco|San Diego',
  'US-CO': 'Denver',
  'US-FL': 'Miami|Miami Beach|Orlando|Key West|Tampa|Pensacola',
  'US-GA': 'Atlanta|Savannah',
  'US-HI': 'Honolulu|Lahaina|Hilo|Kailua-Kona',
  'US-IL': 'Chicago',
  'US-LA': 'New Orleans',
  'US-MA': 'Boston',
  'US-MI': 'Detroit',
  'US-MN': 'Minneapolis',
  'US-NAVAJO': 'Window Rock|Chinle|Kayenta|Tuba City|Ganado|Fort Defiance|Monument Valley',
  'US-NV': 'Las Vegas|Reno',
  'US-NY': 'New York|New York City|Manhattan|Brooklyn',
  'US-PA': 'Philadelphia|Pittsburgh',
  'US-TN': 'Nashville|Memphis',
  'US-TX': 'Houston|Dallas|Austin|San Antonio|El Paso',
  'US-UT': 'Salt Lake City|Moab',
  'US-WA': 'Seattle',
}

/** Towns of parts with separate codes, by the country that an address may name instead. */
const townsOfParts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DK: { FO: 'Tórshavn|Torshavn|Klaksvík', GL: 'Nuuk|Ilulissat|Sisimiut|Kangerlussuaq|Tasiilaq' },
  FR: {
    ...{ GP: 'Pointe-à-Pitre|Basse-Terre|Le Gosier', MQ: 'Fort-de-France|Les Trois-Îlets' },
    ...{ GF: 'Cayenne|Kourou', RE: 'Saint-Gilles-les-Bains|Saint-Denis de La Réunion' },
    ...{ YT: 'Mamoudzou', NC: 'Nouméa', PF: 'Papeete|Bora Bora|Moorea', WF: 'Mata-Utu' },
  },
  NL: { BQ: 'Kralendijk|Oranjestad Sint Eustatius|The Bottom', CW: 'Willemstad' },
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
