/** Under which licenses what is shipped may be, and the page that lists them. */

/** They ask for no more than their text, which is in the notices of every build. */
const permissive = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Zlib'],
  ...['BlueOak-1.0.0', 'Unlicense'],
])

/** What asks for more, by package: the license, and why the package may be shipped. */
const accepted = {
  'airport-data-js': {
    license: 'CC BY 4.0',
    reason: 'data, not code; the notices name its makers and its source, as this license asks',
  },
  'ical.js': {
    license: 'MPL-2.0',
    reason: 'copyleft per file; its files are shipped unchanged, and the notices name their source',
  },
}

/**
 * Why a package may not be shipped, or undefined if it may. Alternatives (`OR`) are refused as
 * well: one has to be chosen, and named.
 * @param {{ name: string, license: string | undefined }} one
 */
export function refusal({ name, license }) {
  if (license === undefined) return `${name} names no license`
  if (accepted[name]?.license === license) return undefined
  const parts = license.replace(/^\(|\)$/g, '').split(' AND ')
  const strange = parts.filter((part) => !permissive.has(part))
  return strange.length === 0 ? undefined : `${name} is under ${strange.join(' and ')}`
}

/** The packages of a license, in one line of its table. */
function lineOf(license, packages) {
  const titles = packages.map(({ name, version }) => `${name} ${version}`)
  return `| ${license} | ${titles.length} | ${titles.join(', ')} |`
}

/**
 * The page of licenses (src/operations/licenses.md). Packages that may not be shipped are an error
 * that names them all.
 * @param {import('./shipped.mjs').Shipped[]} packages in the order of names
 */
export function licensePage(packages) {
  const refused = packages.map(refusal).filter((reason) => reason !== undefined)
  if (refused.length > 0) {
    throw new Error(`${refused.join('; ')}: see src/tools/packages/licenses.mjs`)
  }
  const licenses = [...new Set(packages.map(({ license = '' }) => license))].sort()
  const lines = licenses.map((license) =>
    lineOf(
      license,
      packages.filter((one) => one.license === license),
    ),
  )
  const reasons = Object.entries(accepted).map(
    ([name, { license, reason }]) => `- ${name}, ${license}: ${reason}.`,
  )
  return `# Licenses

For operators and their lawyers: the packages that are shipped with the program, in the build or
beside it, on any platform, by their licenses. \`npm run generate\` writes this page from
\`package-lock.json\`, and fails at a license that is unknown or asks for more than its text. These
ask for more, and are shipped for a reason:

${reasons.join('\n')}

THIRD-PARTY-NOTICES.txt, in every build, has the texts of these licenses and says where data come
from. \`npm run sbom\` prints the same packages, with their hashes and dependencies, for programs
(CycloneDX 1.5).

| license | packages | which |
| --- | --- | --- |
${lines.join('\n')}
`
}
