import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Seconds that gates, and whole runs of them, took when they last passed on this machine, by name. */
export type Durations = Readonly<Record<string, number>>

const fileName = 'durations.json'

/** Under which the time of a whole run is kept: one of the same gates is what it is like. */
export const totalOf = (gates: readonly string[]): string => `total: ${gates.join(' ')}`

/** Reads what `writeDurations` left in a folder; empty where there is nothing that can be read. */
export function readDurations(folder: string): Durations {
  try {
    const kept: unknown = JSON.parse(readFileSync(join(folder, fileName), 'utf8'))
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(([, seconds]) => Number.isFinite(seconds) && seconds >= 0),
    )
  } catch {
    return {}
  }
}

/** Stores durations in a folder beside those of gates that did not run now. */
export function writeDurations(folder: string, taken: Durations): void {
  const kept = { ...readDurations(folder), ...taken }
  writeFileSync(join(folder, fileName), `${JSON.stringify(kept, null, 2)}\n`)
}
