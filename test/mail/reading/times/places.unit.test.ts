/** Inbound mail: where a booking is decides its zone before the trip does. */
import { describe, expect, it } from 'vitest'
import { canonical } from '../../../../src/mail/reading/times/instants.ts'
import { at, zoneOfStart } from './zone-of-start.ts'

describe('17 Inbound mail: a traveller whose trip has a different zone than the place', () => {
  it.each([
    ['FR; ; Saint-Denis; 97400', 'Europe/Paris', 'Indian/Reunion'],
    ['FR; La Réunion; Saint-Pierre; ', 'Europe/Paris', 'Indian/Reunion'],
    ['France; Réunion; Cilaos; 97413', 'Europe/Paris', 'Indian/Reunion'],
    ['FR; ; Pointe-à-Pitre; ', 'Europe/Paris', 'America/Guadeloupe'],
    ['FR; Guadeloupe; Deshaies; 97126', 'Europe/Paris', 'America/Guadeloupe'],
    ['FR; ; Les Trois-Îlets; 97229', 'Europe/Paris', 'America/Martinique'],
    ['FR; Guyane; Kourou; 97310', 'Europe/Paris', 'America/Cayenne'],
    ['FR; Mayotte; Mamoudzou; 97600', 'Europe/Paris', 'Indian/Mayotte'],
    ['FR; ; Saint-Pierre; 97500', 'Europe/Paris', 'America/Miquelon'],
    ['FR; ; Gustavia; 97133', 'Europe/Paris', 'America/St_Barthelemy'],
    ['FR; ; Marigot; 97150', 'Europe/Paris', 'America/Marigot'],
    ['FR; Nouvelle-Calédonie; Nouméa; 98800', 'Europe/Paris', 'Pacific/Noumea'],
    ['FR; Polynésie française; Papeete; 98714', 'Europe/Paris', 'Pacific/Tahiti'],
    ['FR; ; Mata-Utu; 98600', 'Europe/Paris', 'Pacific/Wallis'],
    ['DK; ; Nuuk; 3900', 'Europe/Copenhagen', 'America/Nuuk'],
    ['DK; ; Ilulissat; DK-3952', 'Europe/Copenhagen', 'America/Nuuk'],
    ['DK; Føroyar; Tórshavn; ', 'Europe/Copenhagen', 'Atlantic/Faroe'],
    ['DK; ; Tórshavn; FO-100', 'Europe/Copenhagen', 'Atlantic/Faroe'],
    ['DK; Færøerne; Klaksvík; 700', 'Europe/Copenhagen', 'Atlantic/Faroe'],
    ['NL; Bonaire; Kralendijk; ', 'Europe/Amsterdam', 'America/Kralendijk'],
    ['NL; ; Kralendijk; ', 'Europe/Amsterdam', 'America/Kralendijk'],
    ['NL; Saba; The Bottom; ', 'Europe/Amsterdam', 'America/Kralendijk'],
    ['NL; Curaçao; Willemstad; ', 'Europe/Amsterdam', 'America/Curacao'],
    ['ES; Canarias; Arrecife; ', 'Europe/Madrid', 'Atlantic/Canary'],
    ['ES; Islas Canarias; Adeje; 38670', 'Europe/Madrid', 'Atlantic/Canary'],
    ['ES; Las Palmas; Maspalomas; 35100', 'Europe/Madrid', 'Atlantic/Canary'],
    ['ES; Tenerife; ; ', 'Europe/Madrid', 'Atlantic/Canary'],
    ['ES; ; Costa Adeje; ', 'Europe/Madrid', 'Atlantic/Canary'],
    ['ES; Andalucía; Ronda; ', 'Atlantic/Canary', 'Europe/Madrid'],
    ['PT; Açores; Horta; ', 'Europe/Lisbon', 'Atlantic/Azores'],
    ['PT; Região Autónoma da Madeira; Funchal; ', 'Europe/Lisbon', 'Atlantic/Madeira'],
    ['PT; ; Ponta Delgada; 9500-053', 'Europe/Lisbon', 'Atlantic/Azores'],
    ['US; ; Honolulu; 96815', 'America/Los_Angeles', 'Pacific/Honolulu'],
    ['US; ; Moab; 84532', 'America/Los_Angeles', 'America/Denver'],
    ['US; ; ; 10019', 'America/Chicago', 'America/New_York'],
    ['US; ; El Paso; 79901', 'America/Chicago', 'America/Denver'],
    ['US; AZ; Window Rock; 86515', 'America/Phoenix', 'America/Denver'],
    ['US; AZ; Kayenta; ', 'America/Phoenix', 'America/Denver'],
    ['US; Arizona; Flagstaff; 86001', 'America/Denver', 'America/Phoenix'],
    ['US; ; Las Vegas; ', 'America/Denver', 'America/Los_Angeles'],
    ['AU; ; Perth; 6000', 'Australia/Sydney', 'Australia/Perth'],
    ['AU; ; Perth; ', 'Australia/Sydney', 'Australia/Perth'],
    ['AU; WA; Perth; ', 'Australia/Sydney', 'Australia/Perth'],
    ['AU; NSW; Sydney; ', 'Australia/Perth', 'Australia/Sydney'],
    ['FR; ; Paris; ', 'Europe/Rome', 'Europe/Paris'],
    ['FR; Bretagne; Rennes; ', 'Europe/Rome', 'Europe/Paris'],
    ['NL; ; Amsterdam; ', 'Europe/Rome', 'Europe/Amsterdam'],
    ['NL; ; Amsterdam; NL-1015 CC', 'Europe/Rome', 'Europe/Amsterdam'],
    ['NL; ; Willemstad; 00000', 'Europe/Amsterdam', 'America/Curacao'],
    ['MX; Nayarit; Chacala; ', 'America/Mazatlan', 'America/Mazatlan'],
    ['DK; ; København; ', 'Europe/Rome', 'Europe/Copenhagen'],
    ['US; Texas; Houston; ', 'America/Denver', 'America/Chicago'],
    ['US; FL; San Antonio; ', 'America/Chicago', 'America/New_York'],
    ['CA; ON; Toronto; ', 'America/Winnipeg', 'America/Toronto'],
    ['CN; ; Shanghai; ', 'Asia/Tokyo', 'Asia/Shanghai'],
    ['NZ; ; Wellington; ', 'Asia/Tokyo', 'Pacific/Auckland'],
    ['AU; ; ; 5000', 'Australia/Sydney', 'Australia/Adelaide'],
    ['AU; ; Alice Springs; ', 'Australia/Sydney', 'Australia/Darwin'],
    ['AU; ; ; 2898', 'Australia/Sydney', 'Australia/Lord_Howe'],
    ['AU; NSW; Broken Hill; 2880', 'Australia/Sydney', 'Australia/Broken_Hill'],
    ['CA; ; Vancouver; V6B 1A1', 'America/Toronto', 'America/Vancouver'],
    ['CA; ; ; T1L 1A1', 'America/Toronto', 'America/Edmonton'],
    ['BR; ; Manaus; 69005-070', 'America/Sao_Paulo', 'America/Manaus'],
    ['MX; ; Cancún; ', 'America/Mexico_City', 'America/Cancun'],
    ['RU; ; ; 690091', 'Europe/Moscow', 'Asia/Vladivostok'],
    ['RU; ; Irkutsk; 664003', 'Europe/Moscow', 'Asia/Irkutsk'],
    ['RU; Калининградская область; ; ', 'Europe/Moscow', 'Europe/Kaliningrad'],
    ['Russia; ; Новосибирск; ', 'Europe/Moscow', 'Asia/Novosibirsk'],
    ['ID; ; Ubud; ', 'Asia/Jakarta', 'Asia/Makassar'],
    ['ID; Daerah Istimewa Yogyakarta; ; ', 'Asia/Makassar', 'Asia/Jakarta'],
    ['ID; Sulawesi Selatan; Rantepao; ', 'Asia/Jakarta', 'Asia/Makassar'],
    ['Indonesia; Lombok; Senggigi; ', 'Asia/Jakarta', 'Asia/Makassar'],
    ['ID; ; ; 98411', 'Asia/Makassar', 'Asia/Jayapura'],
    ['ID; ; ; 20112', 'Asia/Makassar', 'Asia/Jakarta'],
    ['CL; Magallanes; Puerto Natales; ', 'America/Santiago', 'America/Punta_Arenas'],
    ['CL; ; ; 2820000', 'Pacific/Easter', 'America/Santiago'],
    ['CL; ; ; 6160000', 'America/Santiago', 'America/Punta_Arenas'],
    ['CL; Valparaíso; Hanga Roa; 2770000', 'America/Santiago', 'Pacific/Easter'],
    ['Chile; ; Santiago; ', 'America/Punta_Arenas', 'America/Santiago'],
    ['NZ; Chatham Islands; Waitangi; ', 'Pacific/Auckland', 'Pacific/Chatham'],
    ['NZ; Otago; Queenstown; 9300', 'Pacific/Chatham', 'Pacific/Auckland'],
  ])('%s, on a trip in %s, is in %s', async (address, trip, zone) => {
    const found = await zoneOfStart(at(address), trip)
    expect(canonical(found ?? 'UTC')).toBe(canonical(zone))
  })

  it.each([
    ['England; ; York; ', 'Europe/London'],
    ['Scotland; ; ; ', 'Europe/London'],
    ['Northern Ireland; ; ; ', 'Europe/London'],
    ['Korea; ; Seoul; ', 'Asia/Seoul'],
    ['Kosovo; ; ; ', 'Europe/Belgrade'],
    ['XK; ; ; ', 'Europe/Belgrade'],
    ['Hong Kong SAR; ; ; ', 'Asia/Hong_Kong'],
    ['Germany (DE); ; ; ', 'Europe/Berlin'],
    ['Austria (AT); ; ; ', 'Europe/Vienna'],
    ['Schweiz / Suisse; ; ; ', 'Europe/Zurich'],
    ['Korea (Republic of); ; ; ', 'Asia/Seoul'],
    ['Tanzania, United Republic of; ; ; ', 'Africa/Dar_es_Salaam'],
    ['Congo (Democratic Republic of the); ; ; ', undefined],
    ['Canary Islands; ; ; ', 'Atlantic/Canary'],
    ['Atlantis; ; ; ', undefined],
  ])('%s, on a trip in Paris, is in %s', async (address, zone) => {
    expect(await zoneOfStart(at(address), 'Europe/Paris')).toBe(zone)
  })

  it.each([
    ['FR; ; Ville; 00123', 'Europe/Paris'],
    ['FR; Île-de-France; Paris; 7500', 'Europe/Paris'],
    ['DK; ; Ittoqqortoormiit; 3980', 'Europe/Copenhagen'],
    ['ES; Canarias; ; 28001', 'Europe/Madrid'],
    ['US; Navajo County; ; ', 'America/Phoenix'],
    ['US; CA; ; 10019', 'America/Los_Angeles'],
    ['US; ; ; 09012', 'America/New_York'],
    ['AU; WA; ; ', 'Australia/Sydney'],
    ['US; ; Springfield; ', 'Europe/Rome'],
    ['DE:Asia/Tokyo; ; Berlin; ', 'Europe/Berlin'],
    ['US:Foo/Bar; ; Berlin; ', 'Europe/Berlin'],
    ['FR; ; Saint-Pierre; ', 'Asia/Tokyo'],
    ['ES; ; Santa Cruz; ', 'Asia/Tokyo'],
    ['AU; ; ; 0872', 'Australia/Darwin'],
    ['RU; ; ; 999999', 'Europe/Moscow'],
    ['CA; Kalifornia; ; ', 'America/Toronto'],
  ])('%s, on a trip in %s, is a doubt', async (address, trip) => {
    expect(await zoneOfStart(at(address), trip)).toBeUndefined()
  })

  it.each([
    ['FR; ; Lyon; 69002', 'Europe/Paris'],
    ['FR; Bretagne; Rennes; ', 'Europe/Paris'],
    ['ES; Cádiz; Tarifa; 11380', 'Europe/Madrid'],
    ['US; ; Springfield; ', 'America/Chicago'],
    ['US; IN; South Bend; 46601', 'America/Indiana/Indianapolis'],
    ['AU; WA; Perth; ', 'Australia/Perth'],
    ['AU; ; Perth; ', 'Australia/Perth'],
    ['NL; Zuid-Holland; Leiden; 2311 GJ', 'Europe/Amsterdam'],
    ['DK; ; Aarhus; 8000', 'Europe/Copenhagen'],
  ])('%s, on a trip in its zone, is there', async (address, zone) => {
    expect(await zoneOfStart(at(address), zone)).toBe(zone)
  })

  it.each([
    ['US; ; ; ', '-05:00', 'Europe/Lisbon', 'America/Chicago'],
    ['US; ; ; ', '-05:00', 'America/Chicago', 'America/Chicago'],
    ['AU; ; ; ', '+10:00', 'Europe/Lisbon', 'Australia/Sydney'],
    ['US; Navajo County; ; ', '-07:00', 'Europe/Lisbon', 'America/Los_Angeles'],
    ['MX; ; ; ', '-06:00', 'Europe/Lisbon', 'America/Mexico_City'],
    ['; ; ; ', '+02:00', 'America/Chicago', 'Etc/GMT-2'],
    ['Atlantis; ; ; ', '+02:00', 'Europe/Paris', 'Etc/GMT-2'],
  ])(
    '%s with the offset %s, on a trip in %s, has the zone %s',
    async (place, offset, trip, zone) => {
      expect(await zoneOfStart(at(place), trip, `2031-07-18T15:00:00${offset}`)).toBe(zone)
    },
  )
})
