/** Files of one folder, and tests by their paths within `test`. */
const sources = (folder: string, names: string) => new RegExp(`^src/${folder}/(${names})[.]ts$`)
const testsOf = (...names: string[]) => new RegExp(`^test/(${names.join('|')})[.]test[.]ts$`)

/**
 * The rooms whose mutants are tried, and the tests that judge them. Left out is what only holds
 * data: a mutant of a row of `countries.ts` would ask for a test that repeats the row.
 */
export const rooms: Record<string, { files: RegExp; tests: RegExp }> = {
  // What decides without a database is judged without one: a mutant takes seconds, not minutes. So
  // are `input`, `transactions` and `idempotency`.
  rules: {
    files: /^src\/core\/(permissions\/(rules?|shield|redaction|explaining)|rights|narrowing)\.ts$/,
    tests: /^test\/core\/(permissions\/[\w-]+|steps|narrowing)\.unit\.test\.ts$/,
  },
  // Without the permission matrix: the first run of it takes ten minutes, before any mutant.
  permissions: {
    files: sources(
      'core/permissions',
      'rules-of-(?!documents|emails)[\\w-]+|restorable|checks|open-fields|table',
    ),
    tests: testsOf(
      'core/permissions/((schema|rules).unit|restorable-email)|core/races/restores',
      'spec/(08-categories|12-v1-children-(moves[\\w-]*|output)|14-uploads|b5-keys-with-less)',
      'spec/11.(1-favorites|2-[\\w-]+|4-permissions|4-rights|5-removal)',
      'spec/17-(restore[\\w-]*|invitations|favorites[\\w-]*|documents)',
    ),
  },
  // Most tests of one of these two rooms say nothing about the other.
  'permissions of documents and emails': {
    files: sources('core/permissions', 'rules-of-(documents|emails)|parents|attached-emails'),
    tests: testsOf(
      'core/permissions/parents.unit|spec/b5-keys-with-less',
      'spec/(04-v2-emails|05-v2-[\\w-]+|07-inbox[\\w-]*|13-documents-[\\w-]+)',
      'spec/(02.9-attached-emails|17-documents|17-restore-documents|b2-changes)',
    ),
  },
  input: {
    files: /^src\/core\/input\/[\w-]+\.ts$/,
    tests: /^test\/core\/input\/[\w-]+\.unit\.test\.ts$/,
  },
  transactions: {
    files: /^src\/core\/(transactions|conditions)\.ts$/,
    tests: /^test\/core\/(permissions\/(held|steps)|conditions)\.unit\.test\.ts$/,
  },
  'hot statements': {
    files: /^src\/core\/store\/(rows|page|reads|writes|viewer|access|kinds)\.ts$/,
    tests: testsOf(
      'tools/statements.unit',
      'core/store/((rows|viewers).unit|hot-path-[\\w-]+|statements)',
    ),
  },
  'times and zones': {
    files:
      /^src\/mail\/reading\/times\/(?!countries|mainlands|postal-areas|region-zones|towns)[\w-]+\.ts$/,
    tests:
      /^test\/mail\/reading\/(corpus|(calendar\/(?!agreement-)|kitinerary\/|times\/|bookings\/cancel)[\w-]+)\.unit\.test\.ts$/,
  },
  filing: {
    files: /^src\/mail\/filing\/[\w-]+\.ts$/,
    tests:
      /^test\/mail\/((filing|receiving)\/(?!killed|listen|many)|reading\/(times|bookings)\/)?[\w-]+\.test\.ts$/,
  },
  changes: {
    files: sources('core/domain/changes', 'page|places|position|departures'),
    tests: testsOf('core/domain/changes/[\\w-]+.unit'),
  },
  'reads of changes': {
    files:
      /^src\/core\/(domain\/changes\/(attached|changes|objects)|queries\/(changes|versions))\.ts$/,
    tests: testsOf('spec/(b1-departures|b2-[\\w-]+|b5-changes)'),
  },
  idempotency: {
    files: /^src\/core\/idempotency\/[\w-]+\.ts$/,
    tests: /^test\/core\/idempotency\/[\w-]+\.unit\.test\.ts$/,
  },
  'idempotency keys': {
    files: /^src\/core\/store\/idempotency-keys\.ts$/,
    tests:
      /^test\/(spec\/b4-(idempotency-key|keys-kept|rights)|core\/idempotency\/hot-path)\.test\.ts$/,
  },
  'kept rows': {
    files: /^src\/core\/store\/idempotent-writes\.ts$/,
    tests: /^test\/core\/(store\/idempotent-writes\.unit|idempotency\/hot-path)\.test\.ts$/,
  },
}
