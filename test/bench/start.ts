/** `npm run bench [-- hostile]`: the bench of speed, or the one of hostile clients. */
const [, , chosen = 'speed'] = process.argv
if (chosen === 'speed') await import('./run.ts')
else if (chosen === 'hostile') await import('./hostile.ts')
else {
  console.error('Usage: npm run bench [-- hostile]')
  process.exitCode = 2
}
