/**
 * The rooms whose mutants are tried, and the tests that judge them. Left out is what only holds
 * data: a mutant of a row of `countries.ts` would ask for a test that repeats the row.
 */
export const rooms: Record<string, { files: RegExp; tests: RegExp }> = {
  // What decides without a database is judged without one: a mutant takes seconds, not minutes. So
  // are `transactions` and `idempotency`.
  rules: {
    files: /^src\/core\/(permissions\/(rules?|shield|redaction|explaining)|rights|narrowing)\.ts$/,
    tests: /^test\/core\/(permissions\/[\w-]+|steps|narrowing)\.unit\.test\.ts$/,
  },
  permissions: {
    files: /^src\/core\/permissions\/(?!(rules?|shield|redaction|explaining)\.)[\w-]+\.ts$/,
    tests:
      /^test\/core\/(permissions\/([\w-]+\.unit|matrix-(rest|graphql|own))|steps.unit)\.test\.ts$/,
  },
  input: {
    files: /^src\/core\/input\/[\w-]+\.ts$/,
    tests: /^test\/spec\/(01\.2|02|06|08|12|14|17-(field|rest|safe))[\w.-]*\.test\.ts$/,
  },
  transactions: {
    files: /^src\/core\/(transactions|conditions)\.ts$/,
    tests: /^test\/core\/(permissions\/(held|steps)|conditions)\.unit\.test\.ts$/,
  },
  'hot statements': {
    files: /^src\/core\/store\/(rows|page|reads|writes|viewer|access|kinds)\.ts$/,
    tests: /^test\/core\/store\/[\w-]+(\.unit)?\.test\.ts$/,
  },
  'times and zones': {
    files:
      /^src\/mail\/reading\/times\/(?!countries|mainlands|postal-areas|region-zones|towns)[\w-]+\.ts$/,
    tests:
      /^test\/mail\/(?!prices|statuses|names|charsets|dkim|calendar-agreement-filed)[\w-]+\.unit\.test\.ts$/,
  },
  filing: {
    files: /^src\/mail\/filing\/[\w-]+\.ts$/,
    tests: /^test\/mail\/(?!hostile|kitinerary|listen|many)[\w-]+\.test\.ts$/,
  },
  changes: {
    files: /^src\/core\/(domain\/changes\/[\w-]+|queries\/(changes|versions))\.ts$/,
    tests: /^test\/spec\/b[125]-[\w-]+\.test\.ts$/,
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
    files: /^src\/core\/store\/keeping\.ts$/,
    tests: /^test\/core\/(store\/keeping\.unit|idempotency\/hot-path)\.test\.ts$/,
  },
}
