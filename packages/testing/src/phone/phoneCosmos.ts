import { toBase64 } from '../core/base64.ts'
import {
  type CosmosKeys,
  cosmosAddressOf,
  cosmosKeyOf,
  cosmosTestAccounts,
  signCosmos,
} from '../cosmos/cosmosAccounts.ts'
import { aminoBytes } from '../cosmos/signDocuments.ts'
import { providerError } from '../evm/providerError.ts'
import type { PhoneSigner } from './phoneSigner.ts'
import { accountIn, answered, prompted } from './signerCalls.ts'

/** A chain of cosmos on the phone. */
export interface PhoneCosmosChain {
  readonly caipNetworkId: string
  /** What its addresses begin with, such as `cosmos`. */
  readonly prefix: string
  /** `secp256k1` unless set. */
  readonly keys?: CosmosKeys
}

const hub: PhoneCosmosChain = { caipNetworkId: 'cosmos:cosmoshub-4', prefix: 'cosmos' }

/** Signs documents in Amino's JSON for cosmos with `cosmosTestAccounts`; a text is such a document (ADR-36). */
export function phoneCosmos({
  chains = [hub],
  count = 2,
}: {
  readonly chains?: readonly PhoneCosmosChain[]
  readonly count?: number
} = {}): PhoneSigner {
  const accounts = cosmosTestAccounts.slice(0, count)
  const at = (index: number) => accounts[index] ?? fail()
  const placeOf = (id: string) => chains.find(({ caipNetworkId }) => caipNetworkId === id) ?? hub
  const signer: PhoneSigner = {
    namespace: 'cosmos',
    chains: chains.map(({ caipNetworkId }) => caipNetworkId),
    methods: ['cosmos_getAccounts', 'cosmos_signAmino'],
    events: ['chainChanged', 'accountsChanged'],
    count: accounts.length,
    address: (index, chain) => cosmosAddressOf(at(index), placeOf(chain)),
    prepare(call) {
      const { chain, shown, params } = call
      if (call.method === 'cosmos_getAccounts')
        return answered(() =>
          shown.map(index => ({
            algo: 'secp256k1',
            address: signer.address(index, chain),
            pubkey: toBase64(cosmosKeyOf(at(index))),
          })),
        )
      const account = at(accountIn(signer, call, 'signerAddress'))
      const { signDoc } = params
      if (typeof signDoc !== 'object' || signDoc === null) throw providerError(-32602)
      return prompted(() => ({
        signed: signDoc,
        signature: {
          pub_key: { type: 'tendermint/PubKeySecp256k1', value: toBase64(cosmosKeyOf(account)) },
          signature: toBase64(signCosmos(account, aminoBytes(signDoc), placeOf(chain).keys)),
        },
      }))
    },
  }
  return signer
}

function fail(): never {
  throw new RangeError('The phone has no such account of cosmos.')
}
