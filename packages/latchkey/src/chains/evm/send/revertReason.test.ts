import fc from 'fast-check'
import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../../../testing/src/fixtures/anyCharacter.ts'
import { decodeRevert, failureOf } from './revertReason.ts'

const abi = parseAbi([
  'error Error(string)',
  'error Panic(uint256)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
])
const holder = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test('T67 a reason is one clean line of at most 200 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 600 }), text => {
      const reason = decodeRevert(encodeErrorResult({ abi, errorName: 'Error', args: [text] }))
      if (reason === undefined) return
      expect([...reason].length).toBeLessThanOrEqual(200)
      expect(reason).not.toMatch(/[\p{C}\p{DI}\n]/u)
    }),
  )
  const lure = encodeErrorResult({ abi, errorName: 'Error', args: ['not\nallowed \u202eelbawolla'] })
  expect(decodeRevert(lure)).toBe('not allowed elbawolla')
})

test('panics and the errors of tokens have words', () => {
  expect(decodeRevert(encodeErrorResult({ abi, errorName: 'Panic', args: [0x11n] }))).toBe(
    'arithmetic overflow or underflow',
  )
  expect(decodeRevert(encodeErrorResult({ abi, errorName: 'Panic', args: [0x99n] }))).toBe('panic')
  const args = [holder, 1n, 2n] as const
  expect(decodeRevert(encodeErrorResult({ abi, errorName: 'ERC20InsufficientBalance', args }))).toBe(
    'ERC20InsufficientBalance',
  )
})

test('anything else in a revert is no reason, and never a throw', () => {
  expect(decodeRevert('0x08c379a0')).toBeUndefined()
  expect(decodeRevert('0xdeadbeef')).toBeUndefined()
  fc.assert(
    fc.property(fc.anything(), data => {
      decodeRevert(data)
      failureOf(data)
    }),
  )
})

test.each([
  [{ code: 3, message: 'execution reverted: paused' }, { reason: 'paused' }],
  [{ code: 3, message: 'execution reverted' }, {}],
  [{ code: -32_000, message: 'execution reverted' }, {}],
  [
    { code: -32_003, message: 'insufficient funds for transfer' },
    { reason: 'insufficient funds for transfer' },
  ],
  // Parity's and Nethermind's words for a revert without any.
  [{ code: -32_015, message: 'VM execution error.' }, { reason: 'VM execution error.' }],
  [{ code: -32_000, message: 'custom error', data: '0xdeadbeef' }, { reason: 'custom error' }],
  [{ code: -32_601, message: 'the method does not exist' }, undefined],
  [{ code: -32_005, message: 'rate limited' }, undefined],
  [null, undefined],
])('of %j a call is said to fail: %j', (error, expected) => {
  expect(failureOf({ cause: error })).toEqual(expected)
})
