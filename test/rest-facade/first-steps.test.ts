/** The lines that the page at `/` and the README tell people to type first. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { firstSteps } from '../../rest-facade/first-steps.ts'
import { listeningService } from '../clients/listening.ts'
import { fresh } from '../spec/persons.ts'

const linesFor = (url: string) => firstSteps(url).map(({ line }) => line)

describe('the first lines to type', () => {
  const url = listeningService()

  it('are five, and work one after the other', async () => {
    const lines = linesFor(url())
    expect(lines).toHaveLength(5)
    // Somebody else may have taken the address that they show.
    const script = lines.join('\n').replaceAll('ada@', `${fresh('ada')}@`)
    const { stdout } = await promisify(execFile)('bash', ['-euc', script])
    const answers = stdout.split(/(?<=\})(?=\{)/).map((text) => JSON.parse(text))
    expect(answers).toMatchObject([
      { username: expect.stringContaining('ada') },
      { transport_number: 'TP 571' },
      { count: 1, results: [{ company: 'TAP', departure_at: expect.any(String) }] },
    ])
  })

  it('appear in the README', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(`\`\`\`sh\n${linesFor('127.0.0.1:3000').join('\n')}\n\`\`\`\n`)
  })
})
