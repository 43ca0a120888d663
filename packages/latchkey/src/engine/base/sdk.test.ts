import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sdk } from './sdk.ts'

test('the reported version is that of the package', () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  expect(sdk.sv).toBe((JSON.parse(text) as { version: string }).version)
})
