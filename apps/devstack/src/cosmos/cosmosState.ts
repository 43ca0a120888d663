import { fromBech32 } from '@cosmjs/encoding'

/** What the double's chain is. */
export const ironwood = { chainId: 'ironwood-1', prefix: 'cosmos', denom: 'uatom' } as const

/** An account that exists: it was paid once. */
export interface CosmosAccount {
  readonly number: number
  readonly sequence: number
  /** The compressed key in base64; absent before its first transaction. */
  readonly key?: string
}

/** The whole state of the chain, which is as small as that. */
export interface CosmosState {
  readonly balances: Map<string, bigint>
  readonly accounts: Map<string, CosmosAccount>
}

export function copyState({ balances, accounts }: CosmosState): CosmosState {
  return { balances: new Map(balances), accounts: new Map(accounts) }
}

/** Adds to what an address holds, and makes an account of it. */
export function pay(state: CosmosState, address: string, amount: bigint): void {
  const { balances, accounts } = state
  balances.set(address, (balances.get(address) ?? 0n) + amount)
  if (!accounts.has(address)) accounts.set(address, { number: accounts.size, sequence: 0 })
}

/** Takes from what an address holds; false when it holds less. */
export function take(state: CosmosState, address: string, amount: bigint): boolean {
  const held = state.balances.get(address) ?? 0n
  if (held < amount) return false
  state.balances.set(address, held - amount)
  return true
}

/** Characters: the decoder takes no text without a limit. */
const longestAddress = 90

/** Whether a text is an address of the chain. */
export function isIronwoodAddress(text: string): boolean {
  try {
    const { prefix, data } = fromBech32(text, longestAddress)
    return prefix === ironwood.prefix && (data.length === 20 || data.length === 32)
  } catch {
    return false
  }
}
