/** How a row came out: a noisy run says nothing, and a row without a counterpart is only reported. */
export type Verdict = 'ok' | 'OVER' | 'UNDER' | 'too noisy to say' | 'reported'

/** What a row is made of. */
export interface Measurement {
  readonly name: string
  /** Undefined where it was not measured: then a row that has a budget has failed. */
  readonly value: number | undefined
  /** What the number is of: times as much, per cent, or a unit. */
  readonly unit: '×' | '%' | 'ms' | 's' | '/s' | 'MB' | ''
  /** Absent: the row is reported, not judged. */
  readonly budget?: number
  /** Whether the value may reach the budget at most or has to at least; default 'most'. */
  readonly kind?: 'most' | 'least'
  /** What the yardstick of this row measured in the rounds of this run; absent where noise does not decide. */
  readonly yardstick?: readonly number[]
  /** The source of the value, for the reader of the report. */
  readonly note?: string
}

/** A row of a report. */
export interface BenchRow extends Measurement {
  readonly verdict: Verdict
}

/** The rows of one bench, as text and counted. */
export interface BenchReport {
  readonly rows: readonly BenchRow[]
  readonly failed: number
  readonly text: string
}

/** A yardstick whose slowest round took this many times as long as its quickest measures the machine, not the code. */
export const noisySpread = 1.5

/**
 * How many times as much the largest value is as the smallest. Of five values and more each end's last is left out:
 * medians are judged, and one round that went wrong moves none.
 */
export function spreadOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const held = sorted.length >= 5 ? sorted.slice(1, -1) : sorted
  return (held.at(-1) ?? Number.NaN) / (held[0] ?? Number.NaN)
}

/** Holds a measurement against its budget (decision 031). */
export function judge(measured: Measurement): BenchRow {
  const { value, budget, kind = 'most', yardstick } = measured
  if (budget === undefined) return { ...measured, verdict: 'reported' }
  const isNoisy = yardstick !== undefined && spreadOf(yardstick) > noisySpread
  if (value !== undefined && isNoisy) return { ...measured, verdict: 'too noisy to say' }
  const holds = value !== undefined && (kind === 'most' ? value <= budget : value >= budget)
  return { ...measured, verdict: holds ? 'ok' : kind === 'most' ? 'OVER' : 'UNDER' }
}

/** Makes the report of some measurements, under a line that says what they are of. */
export function report(
  head: string,
  measured: readonly Measurement[],
  more: readonly string[] = [],
): BenchReport {
  const rows = measured.map(judge)
  const count = (...verdicts: Verdict[]) => rows.filter(({ verdict }) => verdicts.includes(verdict)).length
  const failed = count('OVER', 'UNDER')
  const beside = [
    [count('too noisy to say'), 'too noisy to say'],
    [count('reported'), 'reported only'],
  ].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]))
  const last = `${count('ok')} passed, ${failed} failed`
  return {
    rows,
    failed,
    text: [head, ...rows.map(lineOf), ...more, ...(beside.length > 0 ? [beside.join(', ')] : []), last].join(
      '\n',
    ),
  }
}

function lineOf({ name, value, unit, budget, kind = 'most', note, verdict }: BenchRow): string {
  const limit = budget === undefined ? '' : `${kind === 'most' ? '≤' : '≥'} ${format(budget, unit)}`
  const cells = [name.padEnd(24), format(value, unit).padStart(12), limit.padStart(12), `  ${verdict}`]
  return `${cells.join('')}${note === undefined ? '' : ` (${note})`}`
}

/** A number in three digits or so, with its unit. */
export function format(value: number | undefined, unit: Measurement['unit']): string {
  if (value === undefined || Number.isNaN(value)) return '—'
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0
  return `${value.toFixed(Number.isInteger(value) ? 0 : digits)}${unit === '×' || unit === '' ? unit : ` ${unit}`}`
}
