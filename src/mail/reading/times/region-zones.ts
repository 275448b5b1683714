/**
 * The zones of regions (states, provinces) by country: each row has zones, then their regions with
 * ISO 3166-2 codes and the names in addresses. A region with several zones lists all in use there,
 * sometimes by the name of a larger zone with the same time. Towns that unofficially keep a
 * neighbour's time are omitted (test/mail/reading/times/regions).
 */
import { europeByRegion, type RegionRow } from './region-zones-europe.ts'

const unitedStates: readonly RegionRow[] = [
  ['Pacific/Honolulu', 'HI Hawaii|Hawai‘i'],
  ['America/Los_Angeles', 'CA California', 'NV Nevada', 'WA Washington|Washington State'],
  ['America/Denver', 'CO Colorado', 'MT Montana', 'NM New Mexico', 'UT Utah', 'WY Wyoming'],
  ['America/Chicago', 'AL Alabama', 'AR Arkansas', 'IA Iowa', 'IL Illinois', 'LA Louisiana'],
  ['America/Chicago', 'MN Minnesota', 'MO Missouri', 'MS Mississippi', 'OK Oklahoma'],
  ['America/Chicago', 'WI Wisconsin'],
  ['America/New_York', 'CT Connecticut', 'DC District of Columbia|Washington DC'],
  ['America/New_York', 'DE Delaware', 'GA Georgia', 'MA Massachusetts', 'MD Maryland'],
  ['America/New_York', 'ME Maine', 'NC North Carolina', 'NH New Hampshire', 'NJ New Jersey'],
  ['America/New_York', 'NY New York', 'OH Ohio', 'PA Pennsylvania', 'RI Rhode Island'],
  ['America/New_York', 'SC South Carolina', 'VA Virginia', 'VT Vermont', 'WV West Virginia'],
  ['America/Puerto_Rico', 'PR Puerto Rico'],
  ['America/St_Thomas', 'VI US Virgin Islands'],
  ['Pacific/Guam', 'GU Guam'],
  ['Pacific/Saipan', 'MP Northern Mariana Islands'],
  ['Pacific/Pago_Pago', 'AS American Samoa'],
  ['America/Phoenix America/Denver', 'AZ Arizona'],
  // Not a state: it has daylight saving time, unlike the rest of Arizona.
  ['America/Denver', 'NAVAJO Navajo Nation'],
  ['America/Los_Angeles America/Boise America/Denver', 'ID Idaho', 'OR Oregon'],
  ['America/Chicago America/Denver', 'KS Kansas', 'NE Nebraska', 'SD South Dakota', 'TX Texas'],
  [
    'America/Chicago America/Denver America/North_Dakota/Beulah America/North_Dakota/Center ' +
      'America/North_Dakota/New_Salem',
    'ND North Dakota',
  ],
  ['America/New_York America/Chicago', 'FL Florida', 'TN Tennessee'],
  [
    'America/New_York America/Kentucky/Louisville America/Kentucky/Monticello America/Chicago',
    'KY Kentucky',
  ],
  [
    'America/New_York America/Indiana/Indianapolis America/Indiana/Marengo ' +
      'America/Indiana/Petersburg America/Indiana/Vevay America/Indiana/Vincennes ' +
      'America/Indiana/Winamac America/Chicago America/Indiana/Knox America/Indiana/Tell_City ' +
      'America/Kentucky/Louisville',
    'IN Indiana',
  ],
  ['America/Detroit America/New_York America/Menominee America/Chicago', 'MI Michigan'],
  [
    'America/Anchorage America/Juneau America/Sitka America/Yakutat America/Nome ' +
      'America/Metlakatla America/Adak',
    'AK Alaska',
  ],
]

const canada: readonly RegionRow[] = [
  ['America/Edmonton', 'AB Alberta'],
  ['America/Winnipeg', 'MB Manitoba'],
  ['America/Moncton', 'NB New Brunswick|Nouveau-Brunswick'],
  ['America/Halifax', 'NS Nova Scotia|Nouvelle-Écosse'],
  ['America/Halifax', 'PE Prince Edward Island|PEI|Île-du-Prince-Édouard'],
  ['America/Whitehorse', 'YT Yukon|Yukon Territory'],
  ['America/Edmonton America/Inuvik', 'NT Northwest Territories|Territoires du Nord-Ouest'],
  [
    'America/Vancouver America/Edmonton America/Creston America/Dawson_Creek America/Fort_Nelson',
    'BC British Columbia|Colombie-Britannique',
  ],
  ['America/Regina America/Swift_Current America/Edmonton America/Winnipeg', 'SK Saskatchewan'],
  ['America/Toronto America/Winnipeg America/Atikokan', 'ON Ontario'],
  ['America/Toronto America/Halifax America/Blanc-Sablon', 'QC Quebec|Québec|PQ'],
  [
    'America/St_Johns America/Goose_Bay America/Halifax',
    'NL Newfoundland and Labrador|Newfoundland|Terre-Neuve-et-Labrador',
  ],
  [
    'America/Iqaluit America/Rankin_Inlet America/Resolute America/Cambridge_Bay ' +
      'America/Atikokan America/Toronto America/Winnipeg America/Edmonton',
    'NU Nunavut',
  ],
]

const australia: readonly RegionRow[] = [
  ['Australia/Sydney', 'ACT Australian Capital Territory'],
  ['Australia/Melbourne', 'VIC Victoria'],
  ['Australia/Brisbane', 'QLD Queensland'],
  ['Australia/Adelaide', 'SA South Australia'],
  ['Australia/Darwin', 'NT Northern Territory'],
  ['Australia/Hobart', 'TAS Tasmania'],
  ['Australia/Perth Australia/Eucla', 'WA Western Australia'],
  ['Australia/Sydney Australia/Broken_Hill Australia/Lord_Howe', 'NSW New South Wales'],
]

const brazil: readonly RegionRow[] = [
  ['America/Rio_Branco', 'AC Acre'],
  ['America/Porto_Velho', 'RO Rondônia'],
  ['America/Boa_Vista', 'RR Roraima'],
  ['America/Cuiaba', 'MT Mato Grosso'],
  ['America/Campo_Grande', 'MS Mato Grosso do Sul'],
  ['America/Belem', 'AP Amapá', 'PA Pará'],
  ['America/Araguaina', 'TO Tocantins'],
  ['America/Fortaleza', 'CE Ceará', 'MA Maranhão', 'PB Paraíba', 'PI Piauí'],
  ['America/Fortaleza', 'RN Rio Grande do Norte'],
  ['America/Maceio', 'AL Alagoas', 'SE Sergipe'],
  ['America/Bahia', 'BA Bahia'],
  ['America/Sao_Paulo', 'DF Distrito Federal|Federal District', 'ES Espírito Santo', 'GO Goiás'],
  ['America/Sao_Paulo', 'MG Minas Gerais', 'PR Paraná', 'RJ Rio de Janeiro', 'SP São Paulo'],
  ['America/Sao_Paulo', 'RS Rio Grande do Sul', 'SC Santa Catarina'],
  ['America/Recife America/Noronha', 'PE Pernambuco'],
  ['America/Manaus America/Eirunepe America/Rio_Branco', 'AM Amazonas'],
]

const mexico: readonly RegionRow[] = [
  ['America/Tijuana', 'BCN Baja California|BC'],
  ['America/Mazatlan', 'BCS Baja California Sur', 'SIN Sinaloa'],
  ['America/Hermosillo', 'SON Sonora'],
  ['America/Cancun', 'ROO Quintana Roo|QR|QROO'],
  ['America/Merida', 'CAM Campeche', 'YUC Yucatán'],
  ['America/Monterrey', 'DUR Durango'],
  ['America/Mexico_City', 'CMX Ciudad de México|Mexico City|CDMX|DF|Distrito Federal'],
  ['America/Mexico_City', 'AGU Aguascalientes', 'CHP Chiapas', 'COL Colima', 'GRO Guerrero'],
  ['America/Mexico_City', 'GUA Guanajuato', 'HID Hidalgo', 'JAL Jalisco', 'MIC Michoacán'],
  ['America/Mexico_City', 'MEX Estado de México|State of Mexico', 'MOR Morelos', 'OAX Oaxaca'],
  ['America/Mexico_City', 'PUE Puebla', 'QUE Querétaro', 'SLP San Luis Potosí', 'TAB Tabasco'],
  ['America/Mexico_City', 'TLA Tlaxcala', 'VER Veracruz', 'ZAC Zacatecas'],
  ['America/Mazatlan America/Bahia_Banderas America/Mexico_City', 'NAY Nayarit'],
  ['America/Monterrey America/Matamoros', 'COA Coahuila', 'NLE Nuevo León|NL', 'TAM Tamaulipas'],
  ['America/Chihuahua America/Ojinaga America/Ciudad_Juarez America/Mexico_City', 'CHH Chihuahua'],
]

const chile: readonly RegionRow[] = [
  ['America/Santiago', 'AN Antofagasta', 'AP Arica y Parinacota', 'AR La Araucanía|Araucanía'],
  ['America/Santiago', 'AT Atacama', 'BI Biobío|Bío Bío', 'CO Coquimbo', 'ML Maule', 'NB Ñuble'],
  ['America/Santiago', "LI O'Higgins|Libertador General Bernardo O'Higgins", 'TA Tarapacá'],
  ['America/Santiago', 'LL Los Lagos', 'LR Los Ríos'],
  ['America/Santiago', 'RM Región Metropolitana|Región Metropolitana de Santiago|Santiago'],
  ['America/Santiago Pacific/Easter', 'VS Valparaíso'],
  ['America/Coyhaique', 'AI Aysén|Aisén'],
  ['America/Punta_Arenas', 'MA Magallanes|Magallanes y la Antártica Chilena'],
]

const indonesia: readonly RegionRow[] = [
  ['Asia/Jakarta', 'BT Banten'],
  [
    'Asia/Jakarta',
    'JK Jakarta|DKI Jakarta|Daerah Khusus Ibukota Jakarta|Special Capital Region of Jakarta',
    'YO Yogyakarta|DI Yogyakarta|Daerah Istimewa Yogyakarta|Special Region of Yogyakarta',
  ],
  ['Asia/Jakarta', 'JB West Java|Jawa Barat', 'JT Central Java|Jawa Tengah'],
  ['Asia/Jakarta', 'JI East Java|Jawa Timur', 'AC Aceh', 'RI Riau', 'JA Jambi', 'BE Bengkulu'],
  ['Asia/Jakarta', 'SU North Sumatra|North Sumatera|Sumatera Utara'],
  ['Asia/Jakarta', 'SB West Sumatra|West Sumatera|Sumatera Barat'],
  ['Asia/Jakarta', 'SS South Sumatra|South Sumatera|Sumatera Selatan', 'LA Lampung'],
  [
    'Asia/Jakarta',
    'KR Riau Islands|Kepulauan Riau',
    'BB Bangka Belitung|Kepulauan Bangka Belitung',
  ],
  ['Asia/Pontianak', 'KB West Kalimantan|Kalimantan Barat'],
  ['Asia/Pontianak', 'KT Central Kalimantan|Kalimantan Tengah'],
  ['Asia/Makassar', 'BA Bali', 'NB West Nusa Tenggara|Nusa Tenggara Barat|Lombok'],
  ['Asia/Makassar', 'NT East Nusa Tenggara|Nusa Tenggara Timur|Flores'],
  ['Asia/Makassar', 'KI East Kalimantan|Kalimantan Timur', 'KU North Kalimantan|Kalimantan Utara'],
  ['Asia/Makassar', 'KS South Kalimantan|Kalimantan Selatan', 'GO Gorontalo'],
  ['Asia/Makassar', 'SA North Sulawesi|Sulawesi Utara', 'SN South Sulawesi|Sulawesi Selatan'],
  ['Asia/Makassar', 'ST Central Sulawesi|Sulawesi Tengah', 'SR West Sulawesi|Sulawesi Barat'],
  ['Asia/Makassar', 'SG Southeast Sulawesi|Sulawesi Tenggara'],
  ['Asia/Jayapura', 'MA Maluku', 'MU North Maluku|Maluku Utara', 'PA Papua'],
  ['Asia/Jayapura', 'PB West Papua|Papua Barat', 'PD Southwest Papua|Papua Barat Daya'],
  ['Asia/Jayapura', 'PE Highland Papua|Papua Pegunungan', 'PS South Papua|Papua Selatan'],
  ['Asia/Jayapura', 'PT Central Papua|Papua Tengah'],
]

const newZealand: readonly RegionRow[] = [
  ['Pacific/Auckland', 'AUK Auckland', 'BOP Bay of Plenty', 'CAN Canterbury', 'GIS Gisborne'],
  ['Pacific/Auckland', "HKB Hawke's Bay|Hawke’s Bay", 'MBH Marlborough', 'NSN Nelson'],
  ['Pacific/Auckland', 'MWT Manawatū-Whanganui|Manawatū-Wanganui', 'NTL Northland', 'OTA Otago'],
  ['Pacific/Auckland', 'STL Southland', 'TAS Tasman', 'TKI Taranaki', 'WGN Wellington'],
  ['Pacific/Auckland', 'WKO Waikato', 'WTC West Coast'],
  ['Pacific/Chatham', 'CIT Chatham Islands'],
]

export const zonesByRegion: Readonly<Record<string, readonly RegionRow[]>> = {
  ...europeByRegion,
  AU: australia,
  BR: brazil,
  CA: canada,
  CL: chile,
  EC: [
    ['America/Guayaquil', 'A Azuay', 'G Guayas', 'P Pichincha'],
    ['Pacific/Galapagos', 'W Galápagos'],
  ],
  ID: indonesia,
  MX: mexico,
  NZ: newZealand,
  US: unitedStates,
}
