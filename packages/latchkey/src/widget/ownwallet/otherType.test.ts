import { expect, it } from 'vitest'
import type { AccountType } from '../../contract/account.ts'
import { isActivatable, isReplaced, otherType } from './otherType.ts'

const account = (address: string, type: AccountType) => ({ address, type })

it.each([
  ['of one account', [account('a', 'eoa')], undefined],
  ['of two of one type', [account('a', 'eoa'), account('b', 'eoa')], undefined],
  [
    'of another type',
    [account('a', 'eoa'), account('b', 'smartAccount')],
    { current: 'eoa', other: 'smartAccount' },
  ],
  [
    'back again',
    [account('b', 'eoa'), account('a', 'smartAccount')],
    { current: 'smartAccount', other: 'eoa' },
  ],
  ['of bitcoin', [account('a', 'payment'), account('b', 'ordinals')], undefined],
  ['of nobody', [], undefined],
])('the type to switch to %s', (_, allAccounts, expected) => {
  expect(otherType({ address: 'a', allAccounts })).toEqual(expected)
})

const user = (accountType: AccountType) => ({ authProvider: 'email', accountType })

it.each([
  ['the plain account where the smart one is wanted', user('eoa'), 'smartAccount', true],
  ['the plain account where it is wanted', user('eoa'), 'eoa', false],
  ['the smart account', user('smartAccount'), 'smartAccount', false],
  ['an account whose type was never said', user('eoa'), undefined, false],
  ['no login', undefined, 'smartAccount', false],
] as const)('%s: whether it stands in for another', (_, user, preferredAccountType, expected) => {
  expect(isReplaced({ ...(user && { user }), ...(preferredAccountType && { preferredAccountType }) })).toBe(
    expected,
  )
})

it.each([
  ['the smart account that is not there', user('smartAccount'), false, true],
  ['the smart account that is there', user('smartAccount'), true, false],
  ['the smart account of which the chain says nothing', user('smartAccount'), undefined, false],
  ['the plain account', user('eoa'), false, false],
  ['no login', undefined, false, false],
] as const)('T143: activation is offered of %s: %#', (_, user, deployed, expected) => {
  const account = { ...(user && { user }), ...(deployed !== undefined && { smartAccountDeployed: deployed }) }
  expect(isActivatable({ ...account, isConnected: true })).toBe(expected)
  // A wallet that is being restored answers nothing yet.
  expect(isActivatable({ ...account, isConnected: false })).toBe(false)
})
