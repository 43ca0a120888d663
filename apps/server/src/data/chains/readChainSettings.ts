import { readFileSync } from 'node:fs'
import type { CaipNetworkId } from 'latchkey/contract'
import * as v from 'valibot'
import { viem } from '../../core/libraries/viem.ts'
import { jsonObject, type ReadVariable, Wrong } from '../../core/settings/readers.ts'
import {
  chainAddress,
  chainOfNumber,
  isDescribable,
  isReadable,
  machineOf,
} from '../namespaces/namespaces.ts'
import { type ChainFacts, canonicalMulticall3, type Token } from './chainFacts.ts'
import { nativeContracts } from './knownChains.ts'

export interface ChainSettings {
  /** Chains that the operator describes. */
  readonly described: readonly ChainFacts[]
  /** Tokens that the operator vouches for. */
  readonly tokens: ReadonlyMap<CaipNetworkId, readonly Token[]>
}

export function readChainSettings(read: ReadVariable): ChainSettings {
  return {
    described: read<ChainSettings['described']>('CHAINS', [], parseChains),
    tokens: read<ChainSettings['tokens']>('TOKEN_LISTS', new Map(), readTokenLists),
  }
}

const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))
const address = v.pipe(
  v.string(),
  v.check(value => viem().isAddress(value)),
  v.transform(value => viem().getAddress(value)),
)

/** `NetworkFormat`. */
const formatSchema = v.strictObject({
  prefix: v.exactOptional(
    v.union([
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(16_383)),
      v.pipe(v.string(), v.regex(/^[a-z0-9]{1,83}$/)),
    ]),
  ),
  denom: v.exactOptional(text(128)),
  node: v.exactOptional(text(2_048)),
  keys: v.exactOptional(v.picklist(['secp256k1', 'ethsecp256k1'])),
  coinType: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0x7fff_ffff))),
})

const chainSchema = v.strictObject({
  name: text(64),
  nativeCurrency: v.strictObject({ name: text(64), symbol: text(32), decimals }),
  testnet: v.optional(v.boolean(), false),
  format: v.optional(formatSchema),
  multicall3: v.optional(address),
  wrapped: v.optional(address),
  routers: v.optional(v.pipe(v.array(address), v.maxLength(10))),
  coingecko: v.optional(v.strictObject({ platform: text(64), coin: text(64) })),
})

function parseChains(json: string): readonly ChainFacts[] {
  const rule =
    'must be a JSON object such as {"eip155:1":{"name":"Ethereum","nativeCurrency":{"name":"Ether","symbol":"ETH","decimals":18}}}'
  return Object.entries(jsonObject(json, rule)).map(([id, description]) => {
    const result = v.safeParse(chainSchema, description)
    if (!isDescribable(id) || !result.success) throw new Wrong(rule)
    const { multicall3, wrapped, routers, coingecko, ...rest } = result.output
    const hasContracts = machineOf(id) === 'evm'
    // What a chain cannot have is a mistake in the description, not a wish to be ignored.
    if (!hasContracts && (multicall3 ?? wrapped ?? routers) !== undefined) throw new Wrong(rule)
    return {
      id,
      ...rest,
      multicall3: hasContracts ? (multicall3 ?? canonicalMulticall3) : undefined,
      wrapped,
      ...(routers && { routers }),
      nativeContract: nativeContracts[id],
      coingecko,
    }
  })
}

/**
 * The used members of a token list (tokenlists.org), which names chains by EVM's numbers; here also by their CAIP-2 ids.
 * Entries of other chains and other members are ignored.
 */
const tokenListSchema = v.object({
  tokens: v.pipe(
    v.array(
      v.object({
        chainId: v.union([
          v.pipe(v.number(), v.safeInteger(), v.transform(chainOfNumber)),
          v.custom<CaipNetworkId>(id => isReadable(id)),
        ]),
        address: v.pipe(v.string(), v.maxLength(128)),
        name: text(128),
        symbol: text(32),
        decimals,
      }),
    ),
    v.maxLength(20_000),
  ),
})

function readTokenLists(paths: string): ChainSettings['tokens'] {
  const tokens = new Map<CaipNetworkId, Token[]>()
  for (const path of paths.split(',')) {
    for (const { chainId: chain, ...token } of readTokenList(path.trim())) {
      const listed = tokens.get(chain)
      if (listed) listed.push(token)
      else tokens.set(chain, [token])
    }
  }
  return tokens
}

function readTokenList(path: string): v.InferOutput<typeof tokenListSchema>['tokens'] {
  try {
    const { tokens } = v.parse(tokenListSchema, JSON.parse(readFileSync(path, 'utf8')))
    return tokens.map(token => {
      // Lists carry addresses in any case where case has no meaning; a checksum that is wrong is a wrong address.
      const address = chainAddress(token.chainId, token.address)
      if (address === undefined) throw new Error('not an address of its chain')
      return { ...token, address }
    })
  } catch {
    throw new Wrong(
      'must list files, separated by commas, that hold token lists of at most 20000 tokens each',
    )
  }
}
