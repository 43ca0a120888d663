import { expect, it } from 'vitest'
import * as door from './index.ts'
import * as playwright from './playwright.ts'

it('exports what its guide lists', () => {
  expect(Object.keys(door).sort()).toEqual([
    'NamespaceError',
    'ProviderRpcError',
    'announceHostile',
    'createSimulatedNamespace',
    'createSimulatedWallet',
    'hostileAnnouncements',
    'malformedNames',
    'outcomeNames',
    'readSignedMessage',
    'testAccounts',
    'testAddresses',
    'testMnemonic',
    'thrownNames',
  ])
  expect(Object.keys(playwright).sort()).toEqual(['installWallets', 'remoteWallet'])
})
