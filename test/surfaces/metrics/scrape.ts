/** The text format of Prometheus, read strictly: what is not of the format fails the test. */

export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const line = /^([a-z_:][\w:]*)(?:\{((?:[a-z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/i

export function parsed(text: string): Sample[] {
  const types = new Map<string, string>()
  const samples: Sample[] = []
  for (const each of text.split('\n')) {
    if (each === '' || each.startsWith('# HELP ')) continue
    const type = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(each)
    if (type) {
      types.set(type[1] as string, type[2] as string)
      continue
    }
    const [, name = '', labels = '', value = ''] = line.exec(each) ?? []
    if (name === '' || !/^([-+]?\d\S*|[-+]?Inf|nan)$/i.test(value))
      throw new Error(`no metric: ${each}`)
    if (!types.has(name) && !types.has(name.replace(/_(bucket|sum|count)$/, ''))) {
      throw new Error(`no TYPE: ${each}`)
    }
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
    samples.push({
      name,
      labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])),
      value: Number(value.replace('Inf', 'Infinity')),
    })
  }
  return samples
}

/** The sum of the samples of that name with these labels; 0 without any. */
export function sumOf(
  samples: Sample[],
  name: string,
  labels: Record<string, string> = {},
): number {
  return samples
    .filter((one) => one.name === name)
    .filter((one) => Object.entries(labels).every(([key, value]) => one.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0)
}
