import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countTests, readPlaywrightReport, readVitestReport } from './testReports.ts'

let folder = ''
const report = () => join(folder, 'report.json')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-report-'))
  vi.stubEnv('CI', undefined)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const ran = (code: number) => ({ code, output: '' })

test('a run without a readable report is one failure', () => {
  expect(countTests(ran(0), readVitestReport(report()))).toMatchObject({ passed: 0, failed: 1 })
  writeFileSync(report(), '{"numPassedTests":')
  expect(countTests(ran(0), readVitestReport(report()))).toMatchObject({ passed: 0, failed: 1 })
  expect(countTests(ran(0), readPlaywrightReport(report()))).toMatchObject({ passed: 0, failed: 1 })
})

test('Vitest: counts tests, and a file that failed as a whole', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
  ]
  writeFileSync(
    report(),
    JSON.stringify({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 0, testResults }),
  )
  expect(countTests(ran(1), readVitestReport(report()))).toMatchObject({ passed: 5, failed: 2 })
})

test('Playwright: a flaky test has failed', () => {
  writeFileSync(report(), JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 0 } }))
  expect(countTests(ran(1), readPlaywrightReport(report()))).toMatchObject({ passed: 4, failed: 3 })
})

test('a run that ends badly though no test failed, or that found none, is a failure', () => {
  expect(countTests(ran(1), { passed: 9, failed: 0, skipped: 0 })).toMatchObject({ passed: 9, failed: 1 })
  expect(countTests(ran(0), { passed: 0, failed: 0, skipped: 0 })).toMatchObject({ passed: 0, failed: 1 })
})

test('an error outside of tests is named', () => {
  const output = [
    ' Test Files  9 passed (9)',
    '⎯⎯⎯ Unhandled Errors ⎯⎯⎯',
    'Vitest caught 1 unhandled error during the test run.',
    '⎯⎯⎯ Unhandled Rejection ⎯⎯⎯',
    'TypeError: Failed to fetch',
    ' ❯ load packages/latchkey/src/load.ts:3:9',
  ].join('\n')
  expect(countTests({ code: 1, output }, { passed: 9, failed: 0, skipped: 0 }).notes).toEqual([
    'ended with code 1 though no test failed: TypeError: Failed to fetch',
  ])
})

test('skipped tests are reported, and fail in CI', () => {
  expect(countTests(ran(0), { passed: 9, failed: 0, skipped: 2 })).toMatchObject({
    failed: 0,
    notes: ['2 skipped'],
  })
  vi.stubEnv('CI', 'true')
  expect(countTests(ran(0), { passed: 9, failed: 0, skipped: 2 })).toMatchObject({ passed: 9, failed: 2 })
})
