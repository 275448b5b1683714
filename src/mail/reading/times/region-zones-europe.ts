/**
 * The zones of regions, as in `region-zones.ts`, for European countries with parts elsewhere. Parts
 * of France, the Netherlands and Denmark have separate codes (`countries.ts`).
 */

export type RegionRow = readonly [zones: string, ...regions: string[]]

const portugal: readonly RegionRow[] = [
  [
    'Atlantic/Azores',
    '20 Açores|Azores|Azoren|Região Autónoma dos Açores|São Miguel|Terceira|São Jorge|Faial|Pico|' +
      'Ilha do Pico|Ilha de São Jorge|Ilha do Faial|Ilha das Flores|Ilha Graciosa|Corvo',
  ],
  ['Atlantic/Madeira', '30 Madeira|Região Autónoma da Madeira|Madère|Ilha da Madeira|Porto Santo'],
  ['Europe/Lisbon', '11 Lisboa|Lisbon|Lisbonne|Lissabon', '13 Porto', '08 Faro|Algarve'],
  ['Europe/Lisbon', 'CON Portugal Continental|Continente'],
  ['Europe/Lisbon', '03 Braga', '06 Coimbra', '07 Évora|Alentejo', '15 Setúbal', '10 Leiria'],
]

const spain: readonly RegionRow[] = [
  [
    'Atlantic/Canary',
    'CN Canarias|Islas Canarias|Canary Islands|Canaries|Îles Canaries|Kanarische Inseln|' +
      'Kanaren|Isole Canarie|Canárias|Ilhas Canárias|Canarische Eilanden|Las Palmas|Tenerife|' +
      'Santa Cruz de Tenerife|Gran Canaria|Lanzarote|Fuerteventura|La Gomera|El Hierro',
  ],
  ['Africa/Ceuta', 'CE Ceuta', 'ML Melilla'],
  ['Europe/Madrid', 'PEN Península'],
  ['Europe/Madrid', 'AN Andalucía|Andalusia|Andalucia', 'AR Aragón', 'AS Asturias'],
  ['Europe/Madrid', 'CB Cantabria', 'CL Castilla y León', 'CM Castilla-La Mancha'],
  ['Europe/Madrid', 'CT Cataluña|Catalunya|Catalonia', 'EX Extremadura', 'GA Galicia'],
  ['Europe/Madrid', 'IB Illes Balears|Islas Baleares|Baleares|Balearic Islands|Mallorca|Ibiza'],
  ['Europe/Madrid', 'MC Murcia|Región de Murcia', 'MD Madrid|Comunidad de Madrid', 'NC Navarra'],
  ['Europe/Madrid', 'PV País Vasco|Euskadi|Basque Country', 'RI La Rioja'],
  ['Europe/Madrid', 'VC Comunidad Valenciana|Comunitat Valenciana|Valencia'],
]

/** Of the rest, see `countries.ts`. */
const france: readonly RegionRow[] = [['Europe/Paris', 'MET France métropolitaine|Métropole']]

const russia: readonly RegionRow[] = [
  ['Europe/Kaliningrad', 'KGD Kaliningrad Oblast|Kaliningrad|Калининградская область'],
  ['Europe/Moscow', 'MOW Moscow|Москва', 'MOS Moscow Oblast|Московская область'],
  ['Europe/Moscow', 'SPE Saint Petersburg|St Petersburg|Санкт-Петербург'],
  ['Europe/Moscow', 'LEN Leningrad Oblast|Ленинградская область'],
  ['Europe/Moscow', 'KDA Krasnodar Krai|Краснодарский край', 'TA Tatarstan|Татарстан'],
  ['Europe/Moscow', 'NIZ Nizhny Novgorod Oblast|Нижегородская область'],
  ['Europe/Moscow', 'ROS Rostov Oblast|Ростовская область'],
  ['Europe/Moscow', 'VOR Voronezh Oblast|Воронежская область', 'KR Karelia|Карелия'],
  ['Europe/Moscow', 'MUR Murmansk Oblast|Мурманская область', 'DA Dagestan|Дагестан'],
  ['Europe/Kirov', 'KIR Kirov Oblast|Кировская область'],
  ['Europe/Samara', 'SAM Samara Oblast|Самарская область', 'UD Udmurtia|Удмуртия'],
  ['Europe/Astrakhan', 'AST Astrakhan Oblast|Астраханская область'],
  ['Europe/Saratov', 'SAR Saratov Oblast|Саратовская область'],
  ['Europe/Ulyanovsk', 'ULY Ulyanovsk Oblast|Ульяновская область'],
  ['Europe/Volgograd', 'VGG Volgograd Oblast|Волгоградская область'],
  ['Asia/Yekaterinburg', 'SVE Sverdlovsk Oblast|Свердловская область'],
  [
    'Asia/Yekaterinburg',
    'CHE Chelyabinsk Oblast|Челябинская область',
    'PER Perm Krai|Пермский край',
  ],
  [
    'Asia/Yekaterinburg',
    'BA Bashkortostan|Башкортостан',
    'ORE Orenburg Oblast|Оренбургская область',
  ],
  ['Asia/Yekaterinburg', 'TYU Tyumen Oblast|Тюменская область', 'KGN Kurgan Oblast'],
  ['Asia/Yekaterinburg', 'KHM Khanty-Mansi', 'YAN Yamalo-Nenets'],
  ['Asia/Omsk', 'OMS Omsk Oblast|Омская область'],
  ['Asia/Novosibirsk', 'NVS Novosibirsk Oblast|Новосибирская область'],
  ['Asia/Tomsk', 'TOM Tomsk Oblast|Томская область'],
  ['Asia/Barnaul', 'ALT Altai Krai|Алтайский край', 'AL Altai Republic|Республика Алтай'],
  ['Asia/Novokuznetsk', 'KEM Kemerovo Oblast|Кемеровская область'],
  ['Asia/Krasnoyarsk', 'KYA Krasnoyarsk Krai|Красноярский край', 'KK Khakassia', 'TY Tuva'],
  ['Asia/Irkutsk', 'IRK Irkutsk Oblast|Иркутская область', 'BU Buryatia|Бурятия'],
  ['Asia/Chita', 'ZAB Zabaykalsky Krai|Забайкальский край'],
  ['Asia/Yakutsk', 'AMU Amur Oblast|Амурская область'],
  [
    'Asia/Yakutsk Asia/Khandyga Asia/Vladivostok Asia/Ust-Nera Asia/Srednekolymsk',
    'SA Sakha|Yakutia|Якутия',
  ],
  ['Asia/Vladivostok', 'PRI Primorsky Krai|Приморский край'],
  ['Asia/Vladivostok', 'KHA Khabarovsk Krai|Хабаровский край', 'YEV Jewish Autonomous Oblast'],
  ['Asia/Magadan', 'MAG Magadan Oblast|Магаданская область'],
  ['Asia/Sakhalin Asia/Srednekolymsk', 'SAK Sakhalin Oblast|Сахалинская область'],
  ['Asia/Kamchatka', 'KAM Kamchatka Krai|Камчатский край'],
  ['Asia/Anadyr', 'CHU Chukotka|Чукотка'],
]

export const europeByRegion: Readonly<Record<string, readonly RegionRow[]>> = {
  ES: spain,
  FR: france,
  PT: portugal,
  RU: russia,
}
