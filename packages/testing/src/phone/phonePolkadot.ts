import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import {
  polkadotAccountIdOf,
  polkadotAddressOf,
  polkadotTestAccounts,
  signPolkadotBytes,
} from '../polkadot/polkadotAccounts.ts'
import type { PhoneSigner } from './phoneSigner.ts'
import { accountIn, prompted, textIn } from './signerCalls.ts'

/** A chain of polkadot on the phone. */
export interface PhonePolkadotChain {
  readonly caipNetworkId: string
  /** The SS58 prefix of its addresses. */
  readonly prefix: number
}

const assetHub: PhonePolkadotChain = { caipNetworkId: 'polkadot:68d56f15f85d3136970ec16946040bc1', prefix: 0 }

/** Signs texts for polkadot with `polkadotTestAccounts`, wrapped as wallets do it, so that none can be a transaction. */
export function phonePolkadot({
  chains = [assetHub],
  count = 2,
}: {
  readonly chains?: readonly PhonePolkadotChain[]
  readonly count?: number
} = {}): PhoneSigner {
  const accounts = polkadotTestAccounts.slice(0, count)
  const at = (index: number) => accounts[index] ?? fail()
  const prefixOf = (id: string) => chains.find(({ caipNetworkId }) => caipNetworkId === id)?.prefix ?? 42
  const signer: PhoneSigner = {
    namespace: 'polkadot',
    chains: chains.map(({ caipNetworkId }) => caipNetworkId),
    methods: ['polkadot_signMessage'],
    events: ['chainChanged', 'accountsChanged'],
    count: accounts.length,
    address: (index, chain) => polkadotAddressOf(polkadotAccountIdOf(at(index)), prefixOf(chain)),
    prepare(call) {
      const message = textIn(call, 'message')
      const account = at(accountIn(signer, call))
      const wrapped = concatBytes(utf8ToBytes('<Bytes>'), utf8ToBytes(message), utf8ToBytes('</Bytes>'))
      return prompted(() => ({ signature: `0x${bytesToHex(signPolkadotBytes(account, wrapped))}` }))
    },
  }
  return signer
}

function fail(): never {
  throw new RangeError('The phone has no such account of polkadot.')
}
