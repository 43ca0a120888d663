/** Swapping on a chain: what was agreed, what a transaction does, and how both are compared (SPEC-NOTES §4 "Swap"; T70). */
import type { RpcRequest } from './adapter.ts'
import type { Amount } from './amount.ts'
import type { CaipAddress, CaipNetworkId } from './caip.ts'
import type { Network } from './network.ts'
import type { SentAsset, Simulation, TransferFee, WalletCall } from './send.ts'

/** The most that a price may move before a swap is refused: half of what it should give. */
export const mostSlippageBps = 5_000
/** SPEC §9 "Swap slippage tolerance": 1 %. */
export const defaultSlippageBps = 100

/** Why a provider has no quote: each has its own sentence (reference money §1.7). */
export const quoteFaults = [
  'no-route',
  'liquidity',
  'too-small',
  'tax',
  'token',
  'unsupported',
  'blocked',
  'rate-limited',
  'unavailable',
  'unsafe',
] as const

/** Why a provider has no quote. */
export type QuoteFault = (typeof quoteFaults)[number]

/** How the calls of a contract are read: v2's routers, V3's two, the universal ones, 0x, LI.FI, 1inch, and wrapping. */
export const swapShapes = [
  'v2',
  'v3',
  'router02',
  'universal',
  'allowanceHolder',
  'lifi',
  '1inch',
  'wrapped',
  'jupiter',
] as const

/** How the calls of a contract are read. */
export type SwapShape = (typeof swapShapes)[number]

/**
 * A contract that swaps may go to. 0x's AllowanceHolder passes a call on, so the Settlers that it may pass one to are rows too:
 * of the same provider and shape, with `spender` false. Any other Settler is SWAP_UNSAFE (`contract`).
 */
export interface SwapContract {
  readonly network: CaipNetworkId
  readonly provider: string
  readonly shape: SwapShape
  readonly address: string
  /** Whether the visitor may allow it to take a token. */
  readonly spender: boolean
}

/** What the visitor said yes to: what is on the screen. */
export interface SwapTerms {
  readonly from: CaipAddress
  readonly network: Network
  readonly sell: SentAsset
  readonly buy: SentAsset
  /** Where it arrives; absent for the same network. */
  readonly toNetworkId?: CaipNetworkId
  /** Who receives, as an address; absent for the account itself. */
  readonly recipient?: string
  /** No more than this leaves, in base units of `sell`. */
  readonly most: Amount
  /** No less than this arrives, in base units of `buy`. */
  readonly least: Amount
  /** Whole seconds since 1970: a transaction that stays good for longer is refused. Absent: this is not compared. */
  readonly until?: number
}

/** A transaction as the services, or the wrapping contract, have it. */
export interface BuiltSwap {
  readonly provider: string
  readonly call: WalletCall
  /** Who has to be allowed to take `sell`; absent for the network's own currency and for wrapping. */
  readonly spender?: string
}

/** What a transaction was read to do. */
export interface ReadSwap {
  readonly shape: SwapShape
  /** Base units. */
  readonly most: bigint
  readonly least: bigint
}

/** What a node foresees of the approval and the swap together. */
export interface SwapForecast {
  /** For all calls together; undefined when it cannot be had. */
  readonly fee: TransferFee | undefined
  readonly simulation: Simulation
  /**
   * Why it would fail, where the chain's word tells: the price moved beyond the limit, the account holds too little, the approval fails, the
   * deadline has passed, or the token keeps a part of each transfer. Absent where it works, and for any other reason.
   */
  readonly failure?: 'price' | 'funds' | 'approval' | 'expired' | 'tax'
  /** The token refuses the new allowance while there is one, and takes it after one of zero: the calls need that step first. */
  readonly zeroFirst?: true
}

/** What arrived and left by the receipts' own logs; absent where they do not say. */
export interface SwapLegs {
  readonly out?: Amount
  readonly in?: Amount
}

/** The chain's side of swapping: it reads, encodes and compares, and asks no wallet. */
export interface Swapping {
  /**
   * Reads a transaction and compares it with the terms: contract, spender, recipient, tokens, amounts and value.
   * Rejects with LatchkeyError SWAP_UNSAFE with `context.reason`, for whatever it cannot read to its end too; CHUNK_FAILED.
   */
  check(built: BuiltSwap, terms: SwapTerms, contracts: readonly SwapContract[]): Promise<ReadSwap>
  /** The contracts that this build knows by itself, of one network. */
  known(network: CaipNetworkId): readonly SwapContract[]
  /** Wrapping or unwrapping the network's own currency, which needs no provider; undefined for any other pair. */
  wrap(
    terms: Pick<SwapTerms, 'network' | 'sell' | 'buy' | 'most'>,
    contracts: readonly SwapContract[],
  ): BuiltSwap | undefined
  /** What a spender may take now, in base units. @throws LatchkeyError of `rpc`, SWAP_FAILED for a token that does not say. */
  allowance(
    rpc: RpcRequest,
    grant: { readonly from: CaipAddress; readonly token: string; readonly spender: string },
    signal?: AbortSignal,
  ): Promise<bigint>
  /** The approval of exactly `amount` base units; 0 revokes. */
  approval(grant: { readonly token: string; readonly spender: string; readonly amount: bigint }): WalletCall
  /** Whether a token is known to refuse a new allowance while there is one. */
  needsZeroFirst(network: CaipNetworkId, token: string): boolean
  /**
   * Asks a token of another network how many decimals it has; those of the terms' own network `forecast` asks.
   * @throws LatchkeyError SWAP_UNSAFE with `context.reason` `decimals` where it says another number (T74).
   */
  checkToken(
    rpc: RpcRequest,
    token: { readonly network: Network; readonly asset: SentAsset },
    signal: AbortSignal,
  ): Promise<void>
  /**
   * Tries calls in order, with their fee. Anything else that leaves the account, a gain below the least, a loss above the most or an
   * allowance beside the one approved is SWAP_UNSAFE. What no node can say is `unknown`.
   * @throws LatchkeyError SWAP_UNSAFE with `context.reason`, RPC_ABORTED, SEND_FAILED when the nodes are of another chain (F16).
   */
  forecast(
    rpc: RpcRequest,
    swap: { readonly calls: readonly WalletCall[]; readonly terms: SwapTerms; readonly spender?: string },
    signal: AbortSignal,
  ): Promise<SwapForecast>
  /** Both legs of confirmed transactions by their logs; of a batch, by those of all its transactions. */
  legs(
    rpc: RpcRequest,
    swap: {
      readonly hash: string | readonly string[]
      readonly terms: Pick<SwapTerms, 'from' | 'network' | 'sell' | 'buy' | 'recipient' | 'toNetworkId'>
    },
    signal?: AbortSignal,
  ): Promise<SwapLegs>
}
