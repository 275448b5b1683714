/** Folders for operators: backups and exports of accounts. */
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withDraft } from '../../../src/outside/folders/draft.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trips-draft-'))
})
afterEach(() => rm(directory, { recursive: true }))

const fill = async (draft: string) => {
  await writeFile(join(draft, 'file'), 'whole')
  return 'filled'
}

describe('a folder for operators', () => {
  it('appears once it is complete', async () => {
    const folder = join(directory, 'new')
    const filled = await withDraft(folder, async (draft) => {
      const [name, ...others] = await readdir(directory)
      expect(join(directory, name ?? '')).toBe(draft)
      expect([name, others]).toEqual([expect.stringMatching(/^new\.[\da-f]{8}\.unfinished$/), []])
      return fill(draft)
    })
    expect([filled, await readdir(directory)]).toEqual(['filled', ['new']])
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('whole')
  })

  it('does not appear if something fails', async () => {
    const failed = withDraft(join(directory, 'new'), async (draft) => {
      await fill(draft)
      throw new Error('the disk is full')
    })
    await expect(failed).rejects.toThrow('the disk is full')
    expect(await readdir(directory)).toEqual([])
  })

  it('replaces nothing, not even a dangling link', async () => {
    await symlink(join(directory, 'nowhere'), join(directory, 'link'))
    const sentence = `${join(directory, 'link')} already exists; name a new folder.`
    await expect(withDraft(join(directory, 'link'), fill)).rejects.toThrow(sentence)
    expect(await readdir(directory)).toEqual(['link'])
  })

  it('is not created in a folder that does not exist', async () => {
    const sentence = `${join(directory, 'missing')} does not exist; create it first.`
    await expect(withDraft(join(directory, 'missing', 'new'), fill)).rejects.toThrow(sentence)
    expect(await readdir(directory)).toEqual([])
  })

  it('leaves no draft if the process is asked to end', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('exited')
    })
    const stopped = withDraft(join(directory, 'new'), async (draft) => {
      await fill(draft)
      expect(() => process.emit('SIGTERM')).toThrow('exited')
      expect(await readdir(directory)).toEqual([])
      throw new Error('stopped')
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(exit).toHaveBeenCalledWith(1)
    exit.mockRestore()
  })
})
