/**
 * `npm run bench [-- <one>]`: the bench of speed; of starts, of hostile clients, of several
 * processes, of the large data, of an account that moves, of a copy by `changes`, of versions,
 * of keys, or of the pool.
 */
const [, , chosen = 'speed'] = process.argv
if (chosen === 'speed') await import('./run.ts')
else if (chosen === 'hostile') await import('./hostile.ts')
else if (chosen === 'start') await import('./starts.ts')
else if (chosen === 'processes') await import('./processes.ts')
else if (chosen === 'large') await import('./large.ts')
else if (chosen === 'transfer') await import('./transfer.ts')
else if (chosen === 'changes') await import('./changes.ts')
else if (chosen === 'versions') await import('./versions.ts')
else if (chosen === 'keys') await import('./keys.ts')
else if (chosen === 'pool') await import('./pool.ts')
else {
  console.error(
    'Usage: npm run bench [-- start | hostile | processes | large | transfer | changes | versions | keys | pool]',
  )
  process.exitCode = 2
}
