/** Alert rules and dashboard: what they ask for is there, and the rules fire when they should. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { limitReached, mailArrived } from '../../../src/base/telemetry.ts'
import { foundFor } from '../../installed.ts'
import { temporaryDirectory } from '../../outside/database/places.ts'
import { measuredApp } from '../../surfaces/metrics/measured-app.ts'
import { parsed } from '../../surfaces/metrics/scrape.ts'

const pathOf = (name: string) => new URL(name, import.meta.url).pathname
const alerts = pathOf('../../../src/operations/deploy/alerts.yml')

interface Panel {
  id: number
  type: string
  title: string
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>
  targets?: { expr: string }[]
}

const dashboard = JSON.parse(
  readFileSync(pathOf('../../../src/operations/deploy/dashboard.json'), 'utf8'),
)
const panels = dashboard.panels as Panel[]
const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** Expressions of rules: what follows `expr:`, on its line or below it. */
const alerted = [
  ...readFileSync(alerts, 'utf8').matchAll(/expr: (?:>-\n)?(.*?)\n +(?:for|labels):/gs),
]
const expressions = [...asked, ...alerted.map(([, expr = '']) => expr)]

const textAfterRequest = await measuredApp()

/** What the service measures: the labels of each metric, those that Prometheus adds included. */
async function measured(): Promise<Map<string, Set<string>>> {
  limitReached.publish({ limit: 'requests' })
  mailArrived.publish({ outcome: 'inbox', reason: 'other' })
  const found = new Map([['up', new Set(['job', 'instance'])]])
  for (const { name, labels } of parsed(await textAfterRequest())) {
    const known = found.get(name) ?? new Set(['job', 'instance'])
    found.set(name, new Set([...known, ...Object.keys(labels)]))
  }
  // A counter without labels is there from the start; others only with their first event.
  return found
}

const names = /\b(?:up|(?:trips|nodejs|process)_\w+)\b/g

describe('alerts and dashboard', () => {
  it('use existing metrics and labels', async () => {
    const known = await measured()
    expect(expressions.length).toBeGreaterThan(35)
    for (const expr of expressions) {
      const used = expr.match(names) ?? []
      expect(used, expr).not.toEqual([])
      for (const name of used) expect([...known.keys()], expr).toContain(name)
      for (const [, name = '', inner = ''] of expr.matchAll(/(\w+)\{([^}]*)\}/g)) {
        const labels = [...inner.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => label)
        for (const label of labels) expect([...(known.get(name) ?? [])], expr).toContain(label)
      }
      const [metric = ''] = used
      for (const [, list = ''] of expr.matchAll(/(?:by|on) \(([^)]*)\)/g)) {
        const labels = list.split(',').map((label) => label.trim())
        for (const label of labels) expect([...(known.get(metric) ?? [])], expr).toContain(label)
      }
    }
  })

  it('the panels have unique titles and ids, and do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    for (const { title, gridPos, type, targets } of panels) {
      expect(title).not.toBe('')
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
      if (type !== 'row') expect(targets, title).not.toEqual([])
    }
    const variables = dashboard.templating.list.map(({ name }: { name: string }) => name)
    expect(variables).toEqual(['datasource', 'job', 'instance'])
  })
})

const found = foundFor('operations/deploy/monitoring', 'promtool')
const promtool = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

describe.skipIf(!found)(
  `alerts and dashboard, by promtool${found ? '' : ' (not installed)'}`,
  () => {
    it('the rules are valid', () => {
      expect(promtool('check', 'rules', alerts)).toMatchObject({ status: 0 })
    })

    it('each alert fires when it should, and none for a healthy service', () => {
      const answer = promtool('test', 'rules', pathOf('alerts.test.yml'))
      expect(answer.said).toContain('SUCCESS')
      expect(answer.status).toBe(0)
      const tests = readFileSync(pathOf('alerts.test.yml'), 'utf8')
      const untested = [...readFileSync(alerts, 'utf8').matchAll(/alert: (\w+)/g)]
        .map(([, name]) => name as string)
        .filter((name) => !new RegExp(`name=?:? ?"?${name}`).test(tests))
      expect(untested).toEqual([])
    })

    it('the expressions of the dashboard are valid', () => {
      // Grafana fills its variables in before it asks.
      const rules = asked.map((expr, n) => ({
        record: `panel:${n}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$\w+/g, 'x'),
      }))
      const path = join(temporaryDirectory(), 'rules.yml')
      writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
      expect(promtool('check', 'rules', path)).toMatchObject({ status: 0 })
    })
  },
)
