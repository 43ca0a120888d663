import { expect, test } from 'vitest'
import { isSignature, isTransactionHash } from './hash.ts'

const hex = (length: number): string => 'aB09'.repeat(length).slice(0, length)

test.each([
  [`0x${hex(64)}`, true],
  [`0x${hex(63)}`, false],
  [`0x${hex(65)}`, false],
  [hex(64), false],
  [`0X${hex(64)}`, false],
  [`0x${hex(63)}g`, false],
  [`0x${hex(64)}\n`, false],
  [` 0x${hex(64)}`, false],
  [[`0x${hex(64)}`], false],
  [undefined, false],
  [null, false],
  [0x1234, false],
])('SPEC §5 a transaction hash is 0x and 64 hex characters (%#)', (value, valid) => {
  expect(isTransactionHash(value)).toBe(valid)
})

test.each([
  [`0x${hex(62)}`, true],
  [`0x${hex(130)}`, true],
  [`0x${hex(10_000)}`, true],
  [`0x${hex(61)}`, false],
  [hex(130), false],
  [`0x${hex(129)}z`, false],
  [`0x${hex(130)}\n`, false],
  ['0x', false],
  [[`0x${hex(130)}`], false],
  [undefined, false],
  [{}, false],
])('SPEC §5 a signed message is 0x and at least 62 hex characters (%#)', (value, valid) => {
  expect(isSignature(value)).toBe(valid)
})
