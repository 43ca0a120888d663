import type { Hex, SwapLeg } from 'latchkey/evmcodec'

/** What a call or a signature does, as far as its bytes say; amounts in base units. */
export type Effect =
  /** Value leaves the account, or the one it was allowed to move for; without a token it is the network's own. */
  | {
      readonly is: 'transfer'
      readonly token?: Hex
      readonly from?: Hex
      readonly to: Hex
      readonly amount: bigint
    }
  /** One collectible. */
  | {
      readonly is: 'nft'
      readonly collection: Hex
      readonly from: Hex
      readonly to: Hex
      readonly id: bigint
      readonly amount?: bigint
    }
  /** A spender may take a token from then on. Absent `amount`: all of it, forever. Zero revokes the permission. */
  | {
      readonly is: 'allowance'
      readonly token: Hex
      readonly spender: Hex
      readonly amount?: bigint
      /** The amount adds to the previous permission, which is unknown; zero changes nothing. */
      readonly isMore?: boolean
      /** Seconds since 1970; absent: it does not end. */
      readonly until?: bigint
      /** By a signature alone, which costs nothing and shows nowhere until it is used. */
      readonly signed?: boolean
    }
  /** A spender may take every collectible of a collection, or no longer may. */
  | {
      readonly is: 'operator'
      readonly collection: Hex
      readonly operator: Hex
      readonly allowed: boolean
    }
  | {
      readonly is: 'swap'
      /** A known router. */
      readonly by: Hex
      /** What the call gives at most. */
      readonly pays: readonly SwapLeg[]
      /** What the router promises at least, of tokens on a list; never empty. */
      readonly gets: readonly SwapLeg[]
      /** Who gets what comes out of it, where that is not the account. */
      readonly to?: Hex
    }
  | { readonly is: 'wrap' | 'unwrap'; readonly token: Hex; readonly amount: bigint }
  /** An order at a marketplace: what leaves the account when another account fills it. */
  | { readonly is: 'order'; readonly by: Hex }
  | {
      readonly is: 'deploy'
      readonly size: number
      /** What the new contract is given of the network's own currency; absent: nothing. */
      readonly value?: bigint
    }
  /** Several in one; all of them or those that a contract takes. */
  | { readonly is: 'batch'; readonly by?: Hex; readonly effects: readonly Effect[] }
  /** The effect is unknown. */
  | { readonly is: 'unknown'; readonly to?: Hex; readonly selector?: Hex }

/** Every effect in it, batches opened. */
export function flattenEffects(effects: readonly Effect[]): readonly Effect[] {
  return effects.flatMap(effect => (effect.is === 'batch' ? flattenEffects(effect.effects) : [effect]))
}
