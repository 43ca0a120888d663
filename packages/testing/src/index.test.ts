import { expect, it } from 'vitest'
import * as door from './index.ts'
import * as playwright from './playwright.ts'

it('exports what its guide lists', () => {
  expect(Object.keys(door).sort()).toEqual([
    'NamespaceError',
    'ProviderRpcError',
    'announceHostile',
    'bitcoinKey',
    'composeSignIn',
    'cosmosAddressOf',
    'cosmosTestAccounts',
    'createSimulatedBitcoinWallet',
    'createSimulatedCosmosWallet',
    'createSimulatedNamespace',
    'createSimulatedPolkadotWallet',
    'createSimulatedSolanaWallet',
    'createSimulatedStacksWallet',
    'createSimulatedSuiWallet',
    'createSimulatedWallet',
    'hostileAnnouncements',
    'malformedNames',
    'outcomeNames',
    'polkadotAccountIdOf',
    'polkadotAddressOf',
    'polkadotTestAccounts',
    'readSignedMessage',
    'solanaFeatures',
    'solanaTestAccounts',
    'stacksTestAccounts',
    'suiFeatures',
    'suiTestAccounts',
    'testAccounts',
    'testAddresses',
    'testMnemonic',
    'thrownNames',
  ])
  expect(Object.keys(playwright).sort()).toEqual(['installWallets', 'remoteSolanaWallet', 'remoteWallet'])
})
