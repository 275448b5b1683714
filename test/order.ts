/**
 * The order in which vitest starts the files: tier by tier, and in each the longest first, so that
 * no worker is left alone with one of them at the end. Vitest measures them, too, but a fresh clone
 * has no measurements, and would go by the size of the files.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const tiers = ['unit', 'spec', 'more']

/**
 * What takes more than ten seconds, or is far longer than it looks; what waits between what
 * computes. A name may begin several.
 */
const longest = [
  'core/linearizable/histories',
  'operations/scale/failover',
  'core/linearizable/faults',
  'clients/generators/generators',
  'rest-facade/schemathesis/',
  'core/permissions/matrix-keys',
  'core/idempotency/killed',
  'outside/database/power-cuts',
  'outside/failing-calls',
  'outside/failing-requests',
  'outside/failing-mail',
  'outside/failing-delivery',
  'process/failed-starts',
  'mail/receiving/killed-process',
  'rest-facade/long-answers',
  'core/domain/changes/histories',
  'core/domain/changes/faults',
  'core/permissions/interference',
  'surfaces/front/docs-browser',
  'tools/build/build',
  'outside/database/migrations',
  'surfaces/http/stalled-readers',
  'process/full-disk',
  'mail/receiving/limits',
  'outside/mail/outbox',
  'outside/database/lock',
  'process/signals',
  'surfaces/front/ide-browser',
  'outside/database/embedded',
  'core/permissions/matrix-',
  'surfaces/objects/pages-browser',
  'operations/backup/',
  'core/idempotency/dropped',
  'core/races/changes',
  'tools/answers',
  'surfaces/http/http',
  'clients/copies.test',
  'process/server',
  'outside/database/full-disk',
  'operations/doctor/',
  'rest-facade/reset-page-browser',
  'outside/objects/killed-process',
  'operations/scale/processes',
  'operations/admin/admin',
  'outside/oauth/away',
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
