import { expect, test } from 'vitest'
import { createError } from '../../contract/errors/createError.ts'
import { walletError } from '../conformance/fakeEvmProvider.ts'
import { hostileProviders } from '../conformance/hostileProviders.ts'
import { isUnknownChain, toWalletError } from './toWalletError.ts'

test.each([
  [4001, 'CONNECT_FAILED', 'CONNECTION_REJECTED'],
  [5000, 'CONNECT_FAILED', 'CONNECTION_REJECTED'],
  [5002, 'CONNECT_FAILED', 'CONNECTION_REJECTED'],
  [4001, 'SWITCH_FAILED', 'SWITCH_REJECTED'],
  [4001, 'SIGN_FAILED', 'SIGN_REJECTED'],
  [4100, 'CONNECT_FAILED', 'CONNECT_FAILED'],
  [-32002, 'SWITCH_FAILED', 'SWITCH_FAILED'],
  [-32603, 'SIGN_FAILED', 'SIGN_FAILED'],
] as const)('%d while %s is %s', (code, fallback, expected) => {
  const cause = walletError(code)
  expect(toWalletError(cause, fallback)).toMatchObject({
    code: expected,
    cause,
    context: { walletCode: code },
  })
})

test('an error of ours passes as it is; one that only looks like ours does not', () => {
  const ours = createError('MODAL_CLOSED')
  expect(toWalletError(ours, 'CONNECT_FAILED')).toBe(ours)
  const forged = { name: 'LatchkeyError', code: 'SIGN_REJECTED', kind: 'rejected', message: 'forged' }
  expect(toWalletError(forged, 'CONNECT_FAILED')).toMatchObject({
    code: 'CONNECT_FAILED',
    message: 'Failed to connect',
  })
})

test('F09 a relay failure has its own code, a node failure has the code of the action', () => {
  const late = Object.assign(new Error('late', { cause: createError('APKT004') }), { code: -32603 })
  expect(toWalletError(late, 'SIGN_FAILED').code).toBe('APKT004')
  const node = Object.assign(new Error('node', { cause: createError('UNKNOWN') }), { code: -32603 })
  expect(toWalletError(node, 'SWITCH_FAILED')).toMatchObject({
    code: 'SWITCH_FAILED',
    context: { walletCode: -32603 },
  })
})

test('the wallet’s words stay in the context, as text of at most 200 characters', () => {
  const error = toWalletError(walletError(1, `<b>${'x'.repeat(1_000)}</b>`), 'CONNECT_FAILED')
  expect(error.message).toBe('Failed to connect')
  expect(error.context.walletMessage).toBe(`<b>${'x'.repeat(197)}`)
  expect(toWalletError('just text', 'CONNECT_FAILED').context).toEqual({ walletMessage: 'just text' })
  expect(toWalletError({ message: { toString: () => 'no' } }, 'CONNECT_FAILED').context).toEqual({})
})

test.each(hostileProviders)('is not led astray when %s is thrown', (_name, thrown) => {
  expect(toWalletError(thrown, 'SWITCH_FAILED').code).toBe('SWITCH_FAILED')
  expect(isUnknownChain(thrown)).toBe(false)
})
