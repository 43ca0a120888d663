import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gates } from './gates.ts'

const root = join(import.meta.dirname, '../..')
const starts = /from 'playwright'|ensureChromium\(\)|findShell\(\)/

test.each([
  ['unit', ['packages/testing/**/*.test.ts', 'apps/frame/**/*.test.ts']],
  ['contract', ['apps/frame/**/*.contract.test.ts']],
])('the gate %s has Chromium installed for those of its tests that start it', (name, files) => {
  const found = globSync(files, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
  expect(found.some(file => starts.test(readFileSync(join(root, file), 'utf8')))).toBe(true)
  expect(gates.find(gate => gate.name === name)?.usesBrowser).toBe(true)
})
