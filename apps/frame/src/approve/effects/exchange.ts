import type { BalanceChange } from 'latchkey/evmcodec'
import { type Effect, flattenEffects } from './effect.ts'

/** How many times as much as it demands a swap may be shown to give: at least half of it is certain. */
const mostForeseen = 2n

/** What says by its name that something comes in for what it takes. */
export type Exchange = Extract<Effect, { is: 'wrap' | 'unwrap' | 'swap' }>

export function isExchange(effect: Effect): effect is Exchange {
  return effect.is === 'wrap' || effect.is === 'unwrap' || effect.is === 'swap'
}

/** What a node says that a call does by itself. */
export interface SeenCall {
  readonly call: Effect
  readonly gains: readonly BalanceChange[]
  /** The balances at wrapping contracts were read; without them, a wrap that emits no transfer goes unseen. */
  readonly hasBalances: boolean
}

/**
 * Whether a node says that an exchange in a call is paid for, that it is not, or nothing. Its contract is a known one, so a
 * contract that lies to a node does not come this far (T58, S1).
 */
export function outlookOf(exchange: Exchange, seen: SeenCall | undefined): 'paid' | 'unpaid' | 'unseen' {
  if (!seen) return 'unseen'
  if (isPaid(exchange, seen)) return 'paid'
  return exchange.is === 'wrap' && !seen.hasBalances ? 'unseen' : 'unpaid'
}

/** By what the call leaves the account with more of. */
function isPaid(exchange: Exchange, { call, gains }: SeenCall): boolean {
  switch (exchange.is) {
    case 'wrap':
    case 'unwrap': {
      // Two exchanges with one contract in a call are paid together or not at all, because they cannot be told apart.
      const alike = flattenEffects([call]).filter(
        each => each.is === exchange.is && isOf(each, exchange.token),
      )
      const due = alike.reduce((sum, each) => sum + ('amount' in each ? (each.amount ?? 0n) : 0n), 0n)
      const asset = exchange.is === 'wrap' ? exchange.token : undefined
      return exchange.amount > 0n && gainOf(gains, asset) >= due
    }
    case 'swap':
      return exchange.gets.every(({ token, amount }) => {
        const gain = gainOf(gains, token)
        // A pool may pay well while a node looks on, and then no more than the call demands.
        return gain >= amount && gain <= amount * mostForeseen
      })
  }
}

function isOf(effect: Effect, token: string): boolean {
  return 'token' in effect && effect.token?.toLowerCase() === token.toLowerCase()
}

/** Of a token, or of the network's own currency. */
function gainOf(gains: readonly BalanceChange[], address: string | undefined): bigint {
  const own = gains.find(({ asset }) => asset.address?.toLowerCase() === address?.toLowerCase())
  return own?.change ?? 0n
}
