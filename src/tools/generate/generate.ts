/**
 * `npm run generate`: writes the files generated from the SDL, the operations and the lock file.
 * With `--check`, only lists stale files, and exits with 1 if there are any.
 */
import { writeFile } from 'node:fs/promises'
import { fileUrl, generatedFiles, staleFiles } from './files.ts'

const files = await generatedFiles()
const stale = await staleFiles(files)

if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    process.stderr.write(`Out of date, run \`npm run generate\`:\n  ${stale.join('\n  ')}\n`)
    process.exitCode = 1
  }
} else {
  for (const path of stale) {
    await writeFile(fileUrl(path), files.get(path) as string)
    process.stdout.write(`${path}\n`)
  }
}
