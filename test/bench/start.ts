/** `npm run bench [-- start|hostile]`: the bench of speed, of starts, or of hostile clients. */
const [, , chosen = 'speed'] = process.argv
if (chosen === 'speed') await import('./run.ts')
else if (chosen === 'hostile') await import('./hostile.ts')
else if (chosen === 'start') await import('./starts.ts')
else {
  console.error('Usage: npm run bench [-- start | -- hostile]')
  process.exitCode = 2
}
