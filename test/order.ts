/**
 * The order in which vitest starts the files: tier by tier, and in each the longest first, so that
 * no worker is left alone with one of them at the end. Vitest measures them, too, but a fresh clone
 * has no measurements, and would go by the size of the files.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const tiers = ['unit', 'spec', 'more']

/** What takes more than ten seconds, or is far longer than it looks; a name may begin several. */
const longest = [
  'operations/scale/failover',
  'clients/generators/generators',
  'rest-facade/schemathesis/',
  'process/mail',
  'rest-facade/long-answers',
  'outside/database/embedded',
  'process/signals',
  'outside/database/lock',
  'process/full-disk',
  'outside/database/full-disk',
  'process/failed-starts',
  'core/permissions/interference',
  'process/server',
  'surfaces/front/ide-browser',
  'surfaces/front/docs-browser',
  'outside/objects/pages-browser',
  'outside/database/migrations',
  'outside/mail/outbox',
  'process/stalled-readers',
  'operations/scale/processes',
  'mail/limits',
  'core/permissions/matrix-',
  'process/objects',
  'operations/admin/admin',
  'outside/oauth/away',
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
