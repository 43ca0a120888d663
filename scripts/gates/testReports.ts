import { readFileSync } from 'node:fs'
import type { GateResult, Ran } from './gate.ts'

/**
 * Counts of a test run from its JSON report. A run that crashed, reported nothing or failed outside of its tests counts
 * as one failure; skipped tests are reported, and count as failures where `CI` is set.
 */
export function countTests(
  ran: Ran,
  report: { passed: number; failed: number; skipped: number } | undefined,
): GateResult {
  if (report === undefined)
    return { passed: 0, failed: 1, notes: [`ended with code ${ran.code} and left no report`] }
  const skippedFails = process.env.CI === undefined ? 0 : report.skipped
  const failed = report.failed + skippedFails
  const notes = report.skipped > 0 ? [`${report.skipped} skipped`] : []
  if (ran.code !== 0 && failed === 0) {
    return {
      passed: report.passed,
      failed: 1,
      notes: [...notes, `ended with code ${ran.code} though no test failed${unhandled(ran.output)}`],
    }
  }
  if (report.passed + failed === 0) return { passed: 0, failed: 1, notes: ['no tests were found'] }
  return { passed: report.passed, failed, notes }
}

/** The first error that belonged to no test, as Vitest prints it: the end of a long output does not always hold it. */
function unhandled(output: string): string {
  const [, after] = output.split(/Unhandled (?:Rejection|Error)\b(?!s)/, 2)
  const line = after?.split('\n').find(each => /\w*Error\b/.test(each))
  return line === undefined ? '' : `: ${line.trim()}`
}

/** Counts of Vitest's JSON report, or undefined when there is none. */
export function readVitestReport(
  path: string,
): { passed: number; failed: number; skipped: number } | undefined {
  const report = readJson(path)
  if (report === undefined) return undefined
  const brokenFiles = list(report.testResults).filter(
    file => file.status === 'failed' && list(file.assertionResults).every(test => test.status !== 'failed'),
  )
  return {
    passed: count(report.numPassedTests),
    failed: count(report.numFailedTests) + brokenFiles.length,
    skipped: count(report.numPendingTests) + count(report.numTodoTests),
  }
}

/** Counts of Playwright's JSON report, or undefined when there is none; a flaky test has failed. */
export function readPlaywrightReport(
  path: string,
): { passed: number; failed: number; skipped: number } | undefined {
  const report = readJson(path)
  const stats = report === undefined ? undefined : record(report.stats)
  if (stats === undefined) return undefined
  return {
    passed: count(stats.expected),
    failed: count(stats.unexpected) + count(stats.flaky),
    skipped: count(stats.skipped),
  }
}

function readJson(path: string): Record<string, unknown> | undefined {
  try {
    return record(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record).filter(entry => entry !== undefined) : []
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}
