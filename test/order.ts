/**
 * The order in which vitest starts the files: tier by tier, and in each the longest first, so that
 * no worker is left alone with one of them at the end. Vitest measures them, too, but a fresh clone
 * has no measurements, and would go by the size of the files.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const tiers = ['unit', 'spec', 'more']

/** What takes more than ten seconds, or is far longer than it looks; a name may begin several. */
const longest = [
  'scale/failover',
  'clients/generators/generators',
  'schemathesis/',
  'process/mail',
  'facade/long-answers',
  'database/embedded',
  'process/signals',
  'database/lock',
  'process/full-disk',
  'database/full-disk',
  'process/failed-starts',
  'permissions/interference',
  'process/server',
  'front/ide-browser',
  'front/docs-browser',
  'objects/pages-browser',
  'database/migrations',
  'accounts/outbox',
  'process/stalled-readers',
  'scale/processes',
  'mail/limits',
  'permissions/matrix-',
  'process/objects',
  'accounts/admin',
  'oauth/away',
  'process/http',
]

function rank({ project, moduleId }: TestSpecification): number {
  const at = longest.findIndex((part) => moduleId.includes(`/test/${part}`))
  return tiers.indexOf(project.name) * longest.length * 2 + (at < 0 ? longest.length : at)
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => rank(one) - rank(other))
  }
}
