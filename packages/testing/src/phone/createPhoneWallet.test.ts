import { expect, test } from 'vitest'
import { createPhoneWallet } from './createPhoneWallet.ts'
import type { PhoneWalletOptions } from './phoneOptions.ts'

test.each([0, 11, 2.5, -1])('refuses %i accounts, as every simulated wallet does', accounts => {
  // It is not reached.
  const transport = {} as PhoneWalletOptions['transport']
  expect(() => createPhoneWallet({ transport, accounts, chains: [{ id: 1 }] })).toThrow(
    'A simulated wallet has 1 to 10 test accounts.',
  )
})
