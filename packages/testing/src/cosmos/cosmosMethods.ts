import type { Act } from '../core/createConductor.ts'
import {
  addressBytesOf,
  type CosmosTestAccount,
  cosmosAddressOf,
  cosmosKeyOf,
  signCosmos,
} from './cosmosAccounts.ts'
import type { ResolvedCosmosOptions, SimulatedCosmosChain } from './cosmosOptions.ts'
import type { CosmosState } from './createCosmosState.ts'
import {
  type AminoDocument,
  aminoBytes,
  type DirectDocument,
  directBytes,
  isTextDocument,
  textDocument,
  toBase64,
} from './signDocuments.ts'

/** What a method of a simulated Cosmos wallet works with. */
export interface CosmosContext {
  readonly options: ResolvedCosmosOptions
  readonly state: CosmosState
}

/** Checks one request and says how to carry it out. @throws Error in Keplr's words. */
export function prepareCosmos(ctx: CosmosContext, method: string, params: readonly unknown[]): Act {
  const { state } = ctx
  switch (method) {
    case 'enable':
      return asking(ctx, idsOf(params[0]), ids => state.enable(ids))
    case 'disable':
      return {
        prompts: false,
        perform: () => state.disable(params[0] === undefined ? undefined : idsOf(params[0])),
      }
    case 'getKey':
      return asking(ctx, [String(params[0])], ([id = '']) => keyOf(ctx, id))
    case 'getKeysSettled':
      return asking(ctx, idsOf(params[0]), ids =>
        ids.map(id => ({ status: 'fulfilled', value: keyOf(ctx, id) })),
      )
    case 'experimentalSuggestChain':
      return suggest(ctx, params[0])
    case 'signArbitrary':
      return sign(ctx, params, (account, chain, signer) => {
        const data = params[2]
        const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : (data as Uint8Array)
        return signatureOf(account, aminoBytes(textDocument(signer, bytes)), chain)
      })
    case 'signAmino':
      return sign(ctx, params, (account, chain) => {
        const signed = params[2] as AminoDocument
        if (!isTextDocument(signed) && signed.chain_id !== chain.id)
          throw new Error('Chain id in the message is not matched with the requested chain id')
        if (isTextDocument(signed) && signed.chain_id !== '')
          throw new Error('Chain id should be empty string for ADR-36 signing')
        return { signed, signature: signatureOf(account, aminoBytes(signed), chain) }
      })
    case 'signDirect':
      return sign(ctx, params, (account, chain) => {
        const signed = params[2] as DirectDocument
        if (signed.chainId !== chain.id)
          throw new Error('Chain id in the message is not matched with the requested chain id')
        return { signed, signature: signatureOf(account, directBytes(signed), chain) }
      })
    default:
      throw new Error(`Unknown method ${method}`)
  }
}

/** As Keplr does before every answer: unlocked first, and then allowed on all of the chains. */
function asking(
  ctx: CosmosContext,
  ids: readonly string[],
  perform: (ids: readonly string[]) => unknown,
): Act {
  const { state } = ctx
  for (const id of ids) chainOf(ctx, id)
  const { locked, enabled } = state.snapshot
  return {
    prompts: locked || ids.some(id => !enabled.includes(id)),
    perform: ({ accounts }) => {
      const [index] = accounts ?? []
      if (index !== undefined) state.select(index)
      if (ids.some(id => !state.snapshot.enabled.includes(id))) state.enable(ids)
      return perform(ids)
    },
  }
}

function sign(
  ctx: CosmosContext,
  [id, signer]: readonly unknown[],
  perform: (account: CosmosTestAccount, chain: SimulatedCosmosChain, signer: string) => unknown,
): Act {
  const chain = chainOf(ctx, String(id))
  return {
    prompts: true,
    perform: () => {
      ctx.state.enable([chain.id])
      const account = accountOf(ctx)
      if (cosmosAddressOf(account, chain) !== signer) throw new Error('Signer mismatched')
      return perform(account, chain, signer)
    },
  }
}

function suggest({ state }: CosmosContext, info: unknown): Act {
  const { chainId, bech32Config, features, rpc, rest } = Object(info) as Readonly<Record<string, unknown>>
  const { bech32PrefixAccAddr: prefix } = Object(bech32Config) as Readonly<Record<string, unknown>>
  if (typeof chainId !== 'string' || typeof prefix !== 'string') throw new Error('Invalid chain info')
  if (![rpc, rest].every(url => typeof url === 'string' && URL.canParse(url)))
    throw new Error('"rpc" and "rest" must be valid uris')
  const isKnown = state.snapshot.chains.some(({ id }) => id === chainId)
  const isEthereum = Array.isArray(features) && features.includes('eth-address-gen')
  return {
    prompts: !isKnown,
    perform: () => {
      if (!isKnown) state.add({ id: chainId, prefix, ...(isEthereum && { keys: 'ethsecp256k1' }) })
    },
  }
}

function keyOf(ctx: CosmosContext, id: string) {
  const chain = chainOf(ctx, id)
  const account = accountOf(ctx)
  return {
    name: `Account ${ctx.state.snapshot.selected + 1}`,
    algo: chain.keys ?? 'secp256k1',
    pubKey: cosmosKeyOf(account),
    address: addressBytesOf(account, chain.keys),
    bech32Address: cosmosAddressOf(account, chain),
    ethereumHexAddress: '',
    isNanoLedger: ctx.options.isLedger === true,
    isKeystone: false,
  }
}

function signatureOf(account: CosmosTestAccount, bytes: Uint8Array, { keys }: SimulatedCosmosChain) {
  const type = keys === 'ethsecp256k1' ? 'tendermint/PubKeyEthSecp256k1' : 'tendermint/PubKeySecp256k1'
  return {
    pub_key: { type, value: toBase64(cosmosKeyOf(account)) },
    signature: toBase64(signCosmos(account, bytes, keys)),
  }
}

function accountOf({ options, state }: CosmosContext): CosmosTestAccount {
  return options.accounts[state.snapshot.selected] as CosmosTestAccount
}

function chainOf({ state }: CosmosContext, id: string): SimulatedCosmosChain {
  const chain = state.snapshot.chains.find(each => each.id === id)
  if (!chain) throw new Error(`There is no chain info for ${id}`)
  return chain
}

function idsOf(value: unknown): readonly string[] {
  const ids = Array.isArray(value) ? value.map(String) : [String(value)]
  if (ids.length === 0) throw new Error('Chain id not set')
  return ids
}
