import { expect, it } from 'vitest'
import type { AccountType } from '../../contract/account.ts'
import { otherType } from './otherType.ts'

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
