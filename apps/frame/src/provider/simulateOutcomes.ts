import type { RpcRequest } from 'latchkey/contract'
import {
  type AnyCall,
  type BalanceChange,
  fieldOf,
  type Hex,
  nativeAddress,
  parseAddress,
  readWord,
  sumTransfers,
  traceCalls,
  word,
} from 'latchkey/evmcodec'
import { type Effect, flattenEffects } from '../approve/effects/effect.ts'
import { isExchange } from '../approve/effects/exchange.ts'

/** Contracts of one call that are asked what the account has there. */
const mostAsked = 4

/** The balance changes of one call by itself; undefined: not requested, or not answered. */
export type Outcome = readonly BalanceChange[] | undefined

/**
 * Simulates, at a node, each call that claims to be an exchange. Most wrapping contracts emit no transfer (WETH9), so
 * their balance is read before and after the call.
 */
export async function simulateOutcomes(
  nodes: RpcRequest,
  {
    account,
    calls,
    effects,
  }: { readonly account: Hex; readonly calls: readonly AnyCall[]; readonly effects: readonly Effect[] },
  signal: AbortSignal,
): Promise<readonly Outcome[] | undefined> {
  const exchanges = effects.map(effect => flattenEffects([effect]).filter(isExchange))
  if (exchanges.every(({ length }) => length === 0)) return undefined
  const asked = exchanges.map(each => {
    const tokens = each.flatMap(exchange =>
      exchange.is === 'swap' ? [] : [exchange.token.toLowerCase() as Hex],
    )
    return [...new Set(tokens)].slice(0, mostAsked)
  })
  // balanceOf(address)
  const data: Hex = `0x70a08231${word(BigInt(account))}`
  const sequence = calls.flatMap((call, at) => {
    const balances = (asked[at] ?? []).map(token => ({
      from: account,
      to: token,
      value: '0x0' as const,
      data,
    }))
    return [...balances, call, ...balances]
  })
  const results = await traceCalls(nodes, { calls: sequence }, signal).catch(() => undefined)
  if (!results) return undefined
  let next = 0
  return calls.map((_, at) => {
    const tokens = asked[at] ?? []
    const [before, after] = [next, next + tokens.length + 1]
    next = after + tokens.length
    const result = results[before + tokens.length]
    if (exchanges[at]?.length === 0 || fieldOf(result, 'status') !== '0x1') return undefined
    const moved = sumTransfers(result, account)
    if (!moved) return undefined
    for (const [place, token] of tokens.entries()) {
      const [had, has] = [balanceIn(results[before + place]), balanceIn(results[after + place])]
      // The balance at the contract counts, not its events.
      moved.set(token, had === undefined || has === undefined ? 0n : has - had)
    }
    return [...moved].map(([address, change]) => ({
      asset: address === nativeAddress ? {} : { address: parseAddress(address) ?? address },
      change,
    }))
  })
}

function balanceIn(result: unknown): bigint | undefined {
  return fieldOf(result, 'status') === '0x1' ? readWord(fieldOf(result, 'returnData')) : undefined
}
