import { expect, it } from 'vitest'
import { accountOfType, accountsOf, keptTypes, type OwnAccount } from './accountTypes.ts'

const [eoa, solana] = accountsOf({ eip155: '0xA', solana: 'B' }) as [OwnAccount, OwnAccount]
const smart: OwnAccount = { address: '0xC', type: 'smartAccount', chainNamespace: 'eip155' }

it.each([
  ['the one there is', [eoa, solana], 'eip155', undefined, eoa],
  ['the one there is, whatever is wanted', [eoa, solana], 'eip155', 'smartAccount', eoa],
  ['the one that is wanted', [eoa, smart, solana], 'eip155', 'smartAccount', smart],
  ['the namespace’s own', [eoa, smart, solana], 'solana', 'eoa', solana],
  ['none of a namespace without any', [eoa], 'solana', 'eoa', undefined],
] as const)('returns an account by its type as %s', (_, accounts, namespace, wanted, expected) => {
  expect(accountOfType(accounts, namespace, wanted)).toBe(expected)
})

it.each([
  [
    { eip155: 'smartAccount', solana: 'eoa' },
    { eip155: 'smartAccount', solana: 'eoa' },
  ],
  [{}, {}],
  [{ eip155: 'admin' }, undefined],
  [null, undefined],
  ['eoa', undefined],
])('reads the stored types %j as %j (T19)', (value, expected) => {
  expect(keptTypes.read(value, 1)).toEqual(expected)
})
