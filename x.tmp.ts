import { eventsIn } from './src/mail/reading/calendar.ts'
const wrap = (b: string) => `BEGIN:VCALENDAR\n${b}END:VCALENDAR\n`
const block = 'BEGIN:STANDARD\nDTSTART:16010101T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\nEND:STANDARD\n'
const zone = (n: number, blocks: number) => `BEGIN:VTIMEZONE\nTZID:Z${n}\n${block.repeat(blocks)}END:VTIMEZONE\n`
const ev = (n: number, more = '', s='x') => `BEGIN:VEVENT\nUID:${n}\nSUMMARY:${s}\nDTSTART;TZID=Z${n}:20310419T1000${String(n%60).padStart(2,'0')}\nDTEND;TZID=Z${n}:20350419T120000\n${more}END:VEVENT\n`
const ev2 = (more: string, s='x') => `BEGIN:VEVENT\nUID:1\nSUMMARY:${s}\nDTSTART:20310419T100000\nDTEND:20310419T120000\n${more}END:VEVENT\n`
const N=[...Array(10).keys()]
const cases: Record<string, string[]> = {
  'rules': N.map((p) => wrap(N.map((n) => zone(p*10+n, 130) + ev(p*10+n)).join(''))),
  'one zone many blocks': N.map(() => wrap(zone(1, 1300)+ev(1))),
  'rdates': N.map((p)=>wrap(`BEGIN:VTIMEZONE\nTZID:Z1\nBEGIN:STANDARD\nDTSTART:20010101T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nRDATE:${'20020101T000000,'.repeat(11000)}20020101T000000\nEND:STANDARD\nEND:VTIMEZONE\n`+ev(1))),
  'rdates100': [wrap(`BEGIN:VTIMEZONE\nTZID:Z1\nBEGIN:STANDARD\nDTSTART:20010101T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nRDATE:${'20020101T000000,'.repeat(10000)}20020101T000000\nEND:STANDARD\nEND:VTIMEZONE\n`+Array.from({length:99},(_,n)=>`BEGIN:VEVENT\nUID:${n}\nSUMMARY:x\nDTSTART;TZID=Z1:${2000+n}0419T1000\nDTEND;TZID=Z1:${2000+n}0419T1000\nEND:VEVENT\n`).join(''))],
  'secondly': [wrap(zone(1,1).replace('YEARLY','SECONDLY')+ev(1))],
  'feb30': [wrap(zone(1,1).replace('BYDAY=-1SU;BYMONTH=10','BYMONTH=2;BYDAY=9SU')+ev(1))],
  'nested': ['BEGIN:VCALENDAR\n'.repeat(12000)],
  'newlines': ['BEGIN:VCALENDAR\n'+'\n'.repeat(1_999_000)],
  'folds': ['BEGIN:VCALENDAR\n'+' \n'.repeat(990_000)],
  'folds x': ['BEGIN:VCALENDAR\nSUMMARY:x\n'+' x\n'.repeat(660_000)],
  'no names': ['BEGIN:VCALENDAR\nSUMMARY:x\n'+'x\n'.repeat(990_000)],
  'colons': ['BEGIN:VCALENDAR\nDTSTART'+':'.repeat(1_990_000)+'\nEND:VCALENDAR'],
  'colons2': ['BEGIN:VCALENDAR\nDTSTART'+':2031'.repeat(390_000)+'\nEND:VCALENDAR'],
  'tzid colons': N.map(()=>wrap('BEGIN:VEVENT\nDTSTART;TZID='+':'.repeat(190_000)+':20310101T000000\nEND:VEVENT\n')),
  'tzids': ['BEGIN:VCALENDAR\nDTSTART'+';TZID=:'.repeat(250_000)+':20310101T000000\nEND:VCALENDAR'],
  'params': N.map(()=>wrap('BEGIN:VEVENT\nSUMMARY'+';A=B'.repeat(49_000)+':x\nEND:VEVENT\n')),
  'escapes': N.map(()=>wrap(ev2(`DESCRIPTION:${'\\n\\,'.repeat(49_000)}\n`))),
  'rdate list': N.map(()=>wrap(ev2(`RDATE:${'20310419T100000,'.repeat(12000)}20310419T100000\n`))),
  'geo': N.map(()=>wrap(ev2(`GEO:${'1;'.repeat(99000)}\n`))),
  'flight numbers': N.map(()=>wrap(N.map(()=>ev2(`DESCRIPTION:${'LIS-'.repeat(1200)}\n`,'AB 1 '.repeat(1000))).join(''))),
  'airports': N.map(()=>wrap(N.map((n)=>ev2(`DESCRIPTION:${'(LIS)'.repeat(1000)}\nLOCATION:${'(FRA)'.repeat(1000)}\n`,`AB${n+1} `+'(LIS) '.repeat(800))).join(''))),
  'parens': N.map(()=>wrap(N.map(()=>ev2(`DESCRIPTION:${'reservation number '.repeat(260)}\n`,'hotel stay at '.repeat(300))).join(''))),
  'windows': N.map((p)=>wrap(N.map((n)=>ev(p*10+n)).join(''))),
  'many parts': Array.from({length:20000},()=>wrap('')),
  'spaces summary': N.map(()=>wrap(N.map(()=>ev2(`LOCATION:x\n`,'your '+' '.repeat(9000)+'hotel'+' '.repeat(9000)+'x')).join(''))),
}
for (const [name, parts] of Object.entries(cases)) {
  const t = performance.now()
  let r: unknown
  try { r = (await eventsIn(parts.map((text) => ({ text, method: '' })))).length } catch (e) { r = String((e as Error).message).slice(0,60) }
  console.log(name.padEnd(22), Math.round(performance.now() - t), 'ms', r, parts.reduce((s,p)=>s+p.length,0))
}
