import type { CaipNetworkId } from 'latchkey/contract'
import { parseBase58 } from 'latchkey/services'
import * as v from 'valibot'
import type { Address } from 'viem'
import { viem } from '../../../core/libraries/viem.ts'
import { machineOf } from '../../../data/namespaces/namespaces.ts'

/**
 * The content that a project's visitors may sign (reference §2.3): the services refuse their key share for anything
 * else, and can never sign anything themselves. A policy allows only what it names.
 */
export interface SigningPolicy {
  readonly networks: ReadonlyMap<CaipNetworkId, NetworkRules>
  /** Texts; true unless said otherwise. */
  readonly messages: boolean
  /** Typed data, of which the services receive only the digest; false by default. */
  readonly typedData: boolean
  /** Transactions of Solana: none, all without a look into them, or what the rules allow; none unless said otherwise. */
  readonly solana: boolean | SolanaRules
}

/** What a transaction of Solana may do, on any cluster: none names its own. */
export interface SolanaRules extends Pick<NetworkRules, 'mostValue' | 'passkeyAbove'> {
  /** Mints whose tokens may be sent, and how much of each in one transaction, in base units. */
  readonly tokens: ReadonlyMap<string, bigint>
  /** Base units of tokens above which a passkey is wanted (T82), by mint. */
  readonly passkeyTokensAbove: ReadonlyMap<string, bigint>
  /** Owners or accounts of tokens that may receive; undefined: all. */
  readonly receivers: ReadonlySet<string> | undefined
  /** Programs that may be called in any way. */
  readonly programs: ReadonlySet<string>
}

/** What a transaction on one network may do. */
export interface NetworkRules {
  /** Base units of the native currency. */
  readonly mostValue: bigint
  /** Tokens that may be sent, and how much of each at once, in base units. */
  readonly tokens: ReadonlyMap<Address, bigint>
  /** Base units of the native currency above which a passkey is wanted (T82); undefined: never. */
  readonly passkeyAbove: bigint | undefined
  /** The same of tokens, by their address. */
  readonly passkeyTokensAbove: ReadonlyMap<Address, bigint>
  /** The allowed receivers; undefined: all. */
  readonly receivers: ReadonlySet<Address> | undefined
  /** Contracts that may be called in other ways. */
  readonly contracts: ReadonlySet<Address>
}

const address = v.pipe(
  v.string(),
  v.check(value => viem().isAddress(value)),
  v.transform(value => viem().getAddress(value)),
)
const baseUnits = v.pipe(
  v.string(),
  v.regex(/^\d{1,78}$/),
  v.transform(value => BigInt(value)),
)
const addresses = v.pipe(
  v.array(address),
  v.maxLength(10_000),
  v.transform(list => new Set(list)),
)
const rules = v.strictObject({
  mostValue: v.optional(baseUnits, '0'),
  tokens: v.optional(v.record(v.string(), baseUnits), {}),
  passkeyAbove: v.optional(baseUnits),
  passkeyTokensAbove: v.optional(v.record(v.string(), baseUnits), {}),
  receivers: v.optional(addresses),
  contracts: v.optional(addresses, []),
})
const key = v.custom<string>(value => typeof value === 'string' && parseBase58(value, 32) !== undefined)
const keys = v.pipe(
  v.array(key),
  v.maxLength(10_000),
  v.transform(list => new Set(list)),
)
const amounts = v.pipe(
  v.record(key, baseUnits),
  v.transform(written => new Map(Object.entries(written))),
)
const solanaRules = v.strictObject({
  mostValue: v.optional(baseUnits, '0'),
  tokens: v.optional(amounts, {}),
  passkeyAbove: v.optional(baseUnits),
  passkeyTokensAbove: v.optional(amounts, {}),
  receivers: v.optional(keys),
  programs: v.optional(keys, []),
})
const policy = v.strictObject({
  networks: v.record(
    v.pipe(
      v.string(),
      v.check(id => machineOf(id) === 'evm'),
    ),
    rules,
  ),
  messages: v.optional(v.boolean(), true),
  typedData: v.optional(v.boolean(), false),
  solana: v.optional(v.union([v.boolean(), solanaRules]), false),
})

/** Reads a policy; undefined for an invalid one. */
export function readSigningPolicy(value: unknown): SigningPolicy | undefined {
  const read = v.safeParse(policy, value)
  if (!read.success) return undefined
  const networks = new Map<CaipNetworkId, NetworkRules>()
  for (const [network, rules] of Object.entries(read.output.networks)) {
    const tokens = readTokens(rules.tokens)
    const passkeyTokensAbove = readTokens(rules.passkeyTokensAbove)
    if (tokens === undefined || passkeyTokensAbove === undefined) return undefined
    const { mostValue, passkeyAbove, receivers, contracts } = rules
    networks.set(network as CaipNetworkId, {
      mostValue,
      tokens,
      passkeyAbove,
      passkeyTokensAbove,
      receivers,
      contracts,
    })
  }
  const { solana, ...rest } = read.output
  if (typeof solana === 'boolean') return { ...rest, solana, networks }
  const { passkeyAbove, receivers } = solana
  return { ...rest, solana: { ...solana, passkeyAbove, receivers }, networks }
}

function readTokens(written: Readonly<Record<string, bigint>>): ReadonlyMap<Address, bigint> | undefined {
  if (!Object.keys(written).every(token => viem().isAddress(token))) return undefined
  const listed = new Map(Object.entries(written).map(([token, most]) => [viem().getAddress(token), most]))
  // One that is there twice, written in two ways, has no one limit.
  return listed.size === Object.keys(written).length ? listed : undefined
}
