/** Places that travellers go to, with the zone of each, by hand. */
// name; latitude; longitude; zone
const table = `
Lampedusa harbour; 35.5013; 12.6061; Europe/Rome
Linosa; 35.8627; 12.8692; Europe/Rome
Pantelleria; 36.8310; 11.9430; Europe/Rome
Tornio, Finland; 65.8481; 24.1466; Europe/Helsinki
Haparanda, Sweden; 65.8355; 24.1368; Europe/Stockholm
Petra, Jordan; 30.3285; 35.4444; Asia/Amman
Wadi Rum, Jordan; 29.5765; 35.4199; Asia/Amman
Aqaba, Jordan; 29.5320; 35.0063; Asia/Amman
Eilat, Israel; 29.5577; 34.9519; Asia/Jerusalem
Taba, Egypt; 29.4925; 34.8960; Africa/Cairo
Masada, Israel; 31.3156; 35.3535; Asia/Jerusalem
Old City of Jerusalem; 31.7767; 35.2345; Asia/Jerusalem
Bethlehem; 31.7043; 35.2076; Asia/Hebron
Karasjok, Norway; 69.4719; 25.5186; Europe/Oslo
Kilpisjarvi, Finland; 69.0440; 20.7900; Europe/Helsinki
Kirkenes, Norway; 69.7271; 30.0450; Europe/Oslo
Rovaniemi; 66.5039; 25.7294; Europe/Helsinki
Longyearbyen; 78.2232; 15.6267; Arctic/Longyearbyen
Torshavn; 62.0079; -6.7900; Atlantic/Faroe
Vik, Iceland; 63.4186; -19.0060; Atlantic/Reykjavik
Mariehamn; 60.0973; 19.9348; Europe/Mariehamn
Valga, Estonia; 57.7769; 26.0473; Europe/Tallinn
Nida, Lithuania; 55.3034; 21.0057; Europe/Vilnius
Kaliningrad; 54.7104; 20.4522; Europe/Kaliningrad
Narva, Estonia; 59.3770; 28.1903; Europe/Tallinn
Ivangorod, Russia; 59.3764; 28.2230; Europe/Moscow
Terespol, Poland; 52.0757; 23.6156; Europe/Warsaw
Brest, Belarus; 52.0976; 23.7341; Europe/Minsk
Lviv; 49.8397; 24.0297; Europe/Kyiv
Chernivtsi; 48.2921; 25.9358; Europe/Kyiv
Tiraspol; 46.8403; 29.6433; Europe/Chisinau
Ruse, Bulgaria; 43.8356; 25.9657; Europe/Sofia
Corfu town; 39.6243; 19.9217; Europe/Athens
Saranda, Albania; 39.8661; 20.0050; Europe/Tirane
Kastellorizo; 36.1500; 29.5900; Europe/Athens
Leros; 37.1294; 26.8530; Europe/Athens
Bodrum; 37.0344; 27.4305; Europe/Istanbul
Kos town; 36.8933; 27.2877; Europe/Athens
Edirne; 41.6771; 26.5557; Europe/Istanbul
Alexandroupoli; 40.8457; 25.8733; Europe/Athens
Kyrenia; 35.3364; 33.3182; Asia/Famagusta
Paphos; 34.7754; 32.4218; Asia/Nicosia
Melilla; 35.2923; -2.9381; Africa/Ceuta
Ceuta; 35.8894; -5.3198; Africa/Ceuta
Tangier; 35.7595; -5.8340; Africa/Casablanca
Dakhla; 23.6848; -15.9580; Africa/El_Aaiun
Gibraltar; 36.1408; -5.3536; Europe/Gibraltar
La Linea, Spain; 36.1680; -5.3480; Europe/Madrid
Ayamonte, Spain; 37.2130; -7.4050; Europe/Madrid
Vila Real de Santo Antonio; 37.1944; -7.4180; Europe/Lisbon
Tui, Spain; 42.0470; -8.6444; Europe/Madrid
Valenca do Minho; 42.0300; -8.6420; Europe/Lisbon
Miranda do Douro; 41.4938; -6.2740; Europe/Lisbon
Funchal; 32.6500; -16.9080; Atlantic/Madeira
Flores, Azores; 39.4530; -31.1270; Atlantic/Azores
La Gomera; 28.0916; -17.1110; Atlantic/Canary
Andorra la Vella; 42.5063; 1.5218; Europe/Andorra
Baarle-Hertog; 51.4419; 4.9311; Europe/Brussels
Busingen; 47.6970; 8.6890; Europe/Busingen
Campione d'Italia; 45.9690; 8.9710; Europe/Rome
Vatican City; 41.9022; 12.4533; Europe/Vatican
Monaco; 43.7384; 7.4246; Europe/Monaco
Newry, Northern Ireland; 54.1751; -6.3402; Europe/London
Dundalk, Ireland; 54.0019; -6.4058; Europe/Dublin
St Helier, Jersey; 49.1868; -2.1066; Europe/Jersey
Sark; 49.4330; -2.3600; Europe/Guernsey
Nuuk; 64.1766; -51.7370; America/Nuuk
Ilulissat; 69.2198; -51.0986; America/Nuuk
Ittoqqortoormiit; 70.4847; -21.9622; America/Scoresbysund
Pituffik; 76.5312; -68.7032; America/Thule
St. Pierre; 46.7811; -56.1764; America/Miquelon
St. John's; 47.5615; -52.7126; America/St_Johns
L'Anse aux Meadows; 51.5960; -55.5330; America/St_Johns
Goose Bay; 53.3020; -60.3260; America/Goose_Bay
Campobello Island; 44.8790; -66.9540; America/Moncton
Lubec, Maine; 44.8606; -66.9841; America/New_York
Magdalen Islands; 47.3830; -61.8600; America/Halifax
Niagara Falls, Ontario; 43.0896; -79.0849; America/Toronto
Thunder Bay; 48.3809; -89.2477; America/Toronto
Kenora; 49.7670; -94.4894; America/Winnipeg
Creston, British Columbia; 49.0955; -116.5135; America/Creston
Cranbrook; 49.5097; -115.7688; America/Edmonton
Golden, British Columbia; 51.2980; -116.9630; America/Edmonton
Revelstoke; 50.9981; -118.1957; America/Vancouver
Dawson Creek; 55.7596; -120.2377; America/Dawson_Creek
Banff; 51.1784; -115.5708; America/Edmonton
Lloydminster; 53.2785; -110.0050; America/Edmonton
Regina; 50.4452; -104.6189; America/Regina
Hyder, Alaska; 55.9169; -130.0247; America/Sitka
Stewart, British Columbia; 55.9360; -129.9880; America/Vancouver
Skagway; 59.4583; -135.3139; America/Juneau
Dawson City; 64.0601; -139.4330; America/Dawson
Adak; 51.8800; -176.6581; America/Adak
Monument Valley, Utah; 37.0042; -110.1735; America/Denver
Antelope Canyon; 36.8619; -111.3743; America/Denver
Page, Arizona; 36.9147; -111.4558; America/Phoenix
Grand Canyon Village; 36.0544; -112.1401; America/Phoenix
Old Oraibi; 35.8760; -110.6400; America/Phoenix
West Wendover, Nevada; 40.7391; -114.0733; America/Denver
Ontario, Oregon; 44.0266; -116.9629; America/Boise
El Paso; 31.7619; -106.4850; America/Denver
Ciudad Juarez; 31.6904; -106.4245; America/Ciudad_Juarez
Mount Rushmore; 43.8791; -103.4591; America/Denver
Pensacola; 30.4213; -87.2169; America/Chicago
Apalachicola; 29.7259; -84.9833; America/New_York
Chattanooga; 35.0456; -85.3097; America/New_York
South Bend; 41.6764; -86.2520; America/Indiana/Indianapolis
Gary, Indiana; 41.5934; -87.3464; America/Chicago
Tijuana; 32.5149; -117.0382; America/Tijuana
Los Cabos; 22.8905; -109.9167; America/Mazatlan
Puerto Penasco; 31.3172; -113.5370; America/Hermosillo
Copper Canyon (Creel); 27.7520; -107.6360; America/Chihuahua
Puerto Vallarta; 20.6534; -105.2253; America/Mexico_City
Nuevo Vallarta; 20.7000; -105.2970; America/Bahia_Banderas
Tulum; 20.2114; -87.4654; America/Cancun
Holbox; 21.5220; -87.3790; America/Cancun
Valladolid, Yucatan; 20.6896; -88.2022; America/Merida
Chetumal; 18.5001; -88.2961; America/Cancun
Caye Caulker; 17.7425; -88.0250; America/Belize
Tikal; 17.2220; -89.6237; America/Guatemala
Havana; 23.1136; -82.3666; America/Havana
Providenciales; 21.7738; -72.2719; America/Grand_Turk
Cap-Haitien; 19.7594; -72.2007; America/Port-au-Prince
Dajabon; 19.5490; -71.7080; America/Santo_Domingo
Marigot, St. Martin; 18.0680; -63.0820; America/Marigot
San Andres; 12.5847; -81.7006; America/Bogota
Galapagos (Puerto Ayora); -0.7432; -90.3138; Pacific/Galapagos
Leticia; -4.2153; -69.9406; America/Bogota
Tabatinga; -4.2525; -69.9380; America/Manaus
Fernando de Noronha; -3.8440; -32.4230; America/Noronha
Foz do Iguacu; -25.5163; -54.5854; America/Sao_Paulo
Ciudad del Este; -25.5097; -54.6111; America/Asuncion
Puerto Iguazu; -25.5972; -54.5786; America/Argentina/Cordoba
Bonito, Brazil; -21.1261; -56.4836; America/Campo_Grande
Uyuni; -20.4597; -66.8250; America/La_Paz
San Pedro de Atacama; -22.9087; -68.1997; America/Santiago
Puerto Natales; -51.7236; -72.4875; America/Punta_Arenas
Torres del Paine; -50.9423; -73.4068; America/Punta_Arenas
Coyhaique; -45.5712; -72.0685; America/Coyhaique
El Calafate; -50.3379; -72.2648; America/Argentina/Rio_Gallegos
Hanga Roa; -27.1500; -109.4230; Pacific/Easter
Stanley; -51.6977; -57.8517; Atlantic/Stanley
Rothera station; -67.5670; -68.1240; Antarctica/Rothera
Ouagadougou; 12.3714; -1.5197; Africa/Ouagadougou
Sao Tome; 0.3365; 6.7273; Africa/Sao_Tome
Victoria Falls; -17.9318; 25.8307; Africa/Harare
Kasane; -17.7980; 25.1530; Africa/Gaborone
Juba; 4.8594; 31.5713; Africa/Juba
Abu Simbel; 22.3369; 31.6256; Africa/Cairo
Goma; -1.6585; 29.2205; Africa/Lubumbashi
Rodrigues; -19.7000; 63.4180; Indian/Mauritius
St. Denis, Reunion; -20.8789; 55.4481; Indian/Reunion
Musandam (Khasab); 26.1798; 56.2476; Asia/Muscat
Kuwait City; 29.3759; 47.9774; Asia/Kuwait
Lake Van; 38.5012; 43.3730; Europe/Istanbul
Kazbegi; 42.6570; 44.6430; Asia/Tbilisi
Herat; 34.3529; 62.2040; Asia/Kabul
Wagah; 31.6030; 74.5480; Asia/Karachi
Amritsar; 31.6340; 74.8723; Asia/Kolkata
Lumbini; 27.4840; 83.2760; Asia/Kathmandu
Darjeeling; 27.0410; 88.2663; Asia/Kolkata
Phuentsholing; 26.8516; 89.3884; Asia/Thimphu
Hoi An; 15.8801; 108.3380; Asia/Ho_Chi_Minh
Lhasa; 29.6520; 91.1721; Asia/Shanghai
Olgii; 48.9683; 89.9630; Asia/Hovd
Almaty; 43.2220; 76.8512; Asia/Almaty
Khunjerab, Pakistan (Sost); 36.6940; 74.8210; Asia/Karachi
Tachileik; 20.4475; 99.8808; Asia/Yangon
Mae Sai; 20.4330; 99.8760; Asia/Bangkok
Labuan Bajo; -8.4964; 119.8877; Asia/Makassar
Banyuwangi, Java; -8.2192; 114.3691; Asia/Jakarta
Gilimanuk, Bali; -8.1640; 114.4360; Asia/Makassar
Raja Ampat; -0.4340; 130.8210; Asia/Jayapura
Dili; -8.5569; 125.5603; Asia/Dili
Dandong; 40.1290; 124.3950; Asia/Shanghai
Vladivostok; 43.1155; 131.8855; Asia/Vladivostok
Yonaguni; 24.4670; 122.9880; Asia/Tokyo
Hengchun; 22.0020; 120.7440; Asia/Taipei
Broken Hill; -31.9505; 141.4533; Australia/Broken_Hill
Eucla; -31.6770; 128.8890; Australia/Eucla
Coolangatta; -28.1670; 153.5370; Australia/Brisbane
Tweed Heads; -28.1830; 153.5440; Australia/Sydney
Burnie; -41.0520; 145.9060; Australia/Hobart
Uluru; -25.3444; 131.0369; Australia/Darwin
Lord Howe Island; -31.5280; 159.0690; Australia/Lord_Howe
Norfolk Island; -29.0560; 167.9610; Pacific/Norfolk
Chatham Islands; -43.9540; -176.5600; Pacific/Chatham
Arawa, Bougainville; -6.2130; 155.5660; Pacific/Bougainville
Taveuni, Fiji; -16.8500; -179.9700; Pacific/Fiji
Nuku'alofa; -21.1394; -175.2049; Pacific/Tongatapu
Apia; -13.8333; -171.7667; Pacific/Apia
Pago Pago; -14.2756; -170.7020; Pacific/Pago_Pago
Niue; -19.0544; -169.8672; Pacific/Niue
Rarotonga; -21.2367; -159.7777; Pacific/Rarotonga
Kiritimati; 1.8700; -157.4300; Pacific/Kiritimati
Tarawa; 1.4510; 172.9710; Pacific/Tarawa
Marquesas (Nuku Hiva); -8.9110; -140.1000; Pacific/Marquesas
Mangareva; -23.1200; -134.9700; Pacific/Gambier
Midway Atoll; 28.2072; -177.3735; Pacific/Midway
Wake Island; 19.2823; 166.6470; Pacific/Wake
Mid-Atlantic; 30.0000; -45.0000; none
The point 0, 0; 0.0000; 0.0000; none
Urumqi, in two times; 43.8256; 87.6168; none
Sukhumi, claimed; 43.0030; 41.0190; none
`

/** `zone` is undefined where no clock, or more than one, is right. */
export const places = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', latitude, longitude, zone] = line.split('; ')
    return {
      name,
      latitude: Number(latitude),
      longitude: Number(longitude),
      zone: zone === 'none' ? undefined : zone,
    }
  })
