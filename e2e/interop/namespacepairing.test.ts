import { bitcoin } from 'latchkey/bitcoin'
import { cosmos } from 'latchkey/cosmos'
import {
  bitcoin as bitcoinMainnet,
  cosmosHub,
  polkadotAssetHub,
  stacks as stacksMainnet,
  sui as suiMainnet,
} from 'latchkey/networks'
import { polkadot } from 'latchkey/polkadot'
import { stacks } from 'latchkey/stacks'
import { sui } from 'latchkey/sui'
import { describeNamespaces, type PairedNamespaceCase } from './describeNamespaces.ts'

const walletkit = { package: '@reown/walletkit', set: 'usual' } as const
const provider = { package: '@walletconnect/universal-provider', set: 'usual' } as const
const events = ['chainChanged', 'accountsChanged']

const cases: Readonly<Record<string, PairedNamespaceCase>> = {
  sui: {
    network: suiMainnet,
    adapter: sui,
    method: 'sui_signPersonalMessage',
    further: ['sui_getAccounts'],
    events,
    property: 'sui_getAccounts',
  },
  cosmos: {
    network: cosmosHub,
    adapter: cosmos,
    method: 'cosmos_signAmino',
    further: ['cosmos_getAccounts'],
    events,
  },
  bitcoin: {
    network: bitcoinMainnet,
    adapter: bitcoin,
    method: 'signMessage',
    further: ['getAccountAddresses'],
    events: ['bip122_addressesChanged'],
    property: 'bip122_getAccountAddresses',
  },
  stacks: {
    network: stacksMainnet,
    adapter: stacks,
    method: 'stx_signMessage',
    further: ['stx_getAddresses'],
    events: ['stx_chainChanged', 'stx_accountsChanged'],
    property: 'stx_getAddresses',
  },
  polkadot: { network: polkadotAssetHub, adapter: polkadot, method: 'polkadot_signMessage', events },
}

describeNamespaces('our client with walletkit 1.2.10', { dapp: 'latchkey', wallet: walletkit }, cases)
describeNamespaces('universal-provider 2.21.8 with our phone', { dapp: provider, wallet: 'phone' }, cases)
