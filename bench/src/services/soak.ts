import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export interface Soak {
  readonly seconds: number
  /** Mean resident memory of the second quarter, in megabytes; the first one warms up. */
  readonly rssMb: number
  /** How much more the last quarter had, in per cent of that. */
  readonly growth: number
  /** The same as a slope, per hour; over seconds it says little. */
  readonly perHour: number
}

/** Watches a process's memory while it is asked. */
export async function soak(pid: number, load: Promise<unknown>): Promise<Soak> {
  const samples: { readonly at: number; readonly mb: number }[] = []
  const started = performance.now()
  let running = true
  const done = load.finally(() => {
    running = false
  })
  let said = started
  while (running) {
    // A soak of an hour has to be seen to go on.
    if (performance.now() - said > 60_000) {
      said = performance.now()
      console.log(`soak: ${Math.round((said - started) / 1_000)} s, ${readRss(pid).toFixed(0)} MB`)
    }
    samples.push({ at: performance.now() - started, mb: readRss(pid) })
    await Promise.race([wait(250), done.catch(() => {})])
  }
  await done
  const quarter = (index: number) => {
    const size = samples.length / 4
    return samples.slice(Math.floor(index * size), Math.ceil((index + 1) * size))
  }
  const mean = (part: typeof samples, of: 'at' | 'mb') =>
    part.reduce((sum, each) => sum + each[of], 0) / part.length
  const [early, late] = [quarter(1), quarter(3)]
  const rssMb = mean(early, 'mb')
  const growth = ((mean(late, 'mb') - rssMb) / rssMb) * 100
  const hours = (mean(late, 'at') - mean(early, 'at')) / 3_600_000
  return { seconds: (performance.now() - started) / 1_000, rssMb, growth, perHour: growth / hours }
}

/** Resident memory in megabytes, as Linux states it. */
function readRss(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? Number.NaN) / 1_024
}
