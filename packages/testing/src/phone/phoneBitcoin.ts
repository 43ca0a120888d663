import { bytesToHex } from '@noble/hashes/utils.js'
import { type BitcoinNetworkName, bitcoinKey } from '../bitcoin/bitcoinKeys.ts'
import { signBip322 } from '../bitcoin/signBitcoinMessage.ts'
import { fromBase64 } from '../core/base64.ts'
import { providerError } from '../evm/providerError.ts'
import type { PhoneSigner } from './phoneSigner.ts'
import { answered, prompted, textIn } from './signerCalls.ts'

/** A network of bitcoin on the phone. */
export interface PhoneBitcoinChain {
  readonly caipNetworkId: string
  readonly network: BitcoinNetworkName
}

const mainnet: PhoneBitcoinChain = {
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  network: 'mainnet',
}

/** Signs texts for bitcoin by BIP-322, in hex; each account has an address for payments and one for ordinals. */
export function phoneBitcoin({
  chains = [mainnet],
  count = 2,
}: {
  readonly chains?: readonly PhoneBitcoinChain[]
  readonly count?: number
} = {}): PhoneSigner {
  const networkOf = (id: string) =>
    chains.find(({ caipNetworkId }) => caipNetworkId === id)?.network ?? mainnet.network
  const keysOf = (index: number, chain: string) =>
    (['p2wpkh', 'p2tr'] as const).map(type => bitcoinKey(index, type, networkOf(chain)))
  const paymentOf = (index: number, chain: string) => bitcoinKey(index, 'p2wpkh', networkOf(chain)).address
  const rows = (shown: readonly number[], chain: string) =>
    shown.flatMap(index =>
      keysOf(index, chain).map(({ type, address, publicKey, path }) => ({
        address,
        publicKey,
        path,
        intention: type === 'p2tr' ? 'ordinal' : 'payment',
      })),
    )
  const [first = mainnet] = chains
  return {
    namespace: 'bip122',
    chains: chains.map(({ caipNetworkId }) => caipNetworkId),
    methods: ['getAccountAddresses', 'signMessage'],
    events: ['bip122_addressesChanged'],
    count,
    address: paymentOf,
    properties: shown => ({ bip122_getAccountAddresses: rows(shown, first.caipNetworkId) }),
    changed: (shown, chain) => ({ name: 'bip122_addressesChanged', data: rows(shown, chain) }),
    prepare({ method, params, chain, shown }) {
      const owner = shown.find(index => paymentOf(index, chain) === params.account)
      if (owner === undefined) throw providerError(4100)
      if (method === 'getAccountAddresses') return answered(() => rows([owner], chain))
      const message = textIn({ method, params, chain, shown }, 'message')
      const address = params.address ?? params.account
      const key = keysOf(owner, chain).find(each => each.address === address)
      if (!key) throw providerError(4100)
      // The only kind of signature that this phone makes.
      if (params.protocol !== undefined && params.protocol !== 'bip322') throw providerError(-32602)
      return prompted(() => ({
        address: key.address,
        signature: bytesToHex(fromBase64(signBip322(key, message))),
      }))
    },
  }
}
