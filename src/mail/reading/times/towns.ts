/**
 * Towns that addresses may give without a region, by country and region or part: travel
 * destinations that are far better known than others of the same name (test/mail/places).
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
  'EC-W': 'Puerto Ayora|Puerto Baquerizo Moreno|Santa Cruz Island',
  'ES-AN': 'Sevilla|Seville|Málaga|Granada',
  'ES-CN': 'Las Palmas de Gran Canaria|Maspalomas|Puerto de la Cruz|Costa Adeje|Arrecife|Adeje',
  'ES-CT': 'Barcelona',
  'ES-IB': 'Palma|Palma de Mallorca',
  'ES-MD': 'Madrid',
  'ES-PV': 'Bilbao|San Sebastián',
  'ID-BA': 'Denpasar|Ubud|Kuta|Seminyak|Canggu',
  'ID-JK': 'Jakarta',
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

/** The region or part of a country for a listed town. */
export const areaOfTown = (country: string, town: string): string | undefined =>
  areas.get(`${country} ${plainText(town)}`)
