import type { CaipAddress, CaipNetworkId } from 'latchkey/contract'
import type { QuoteFault, SwapContract, WireQuote } from 'latchkey/services'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'

/** A side of a swap. Symbol and decimals are the chain's own. */
export interface ConvertToken {
  /** The network's own currency by its stand-in. */
  readonly caip: CaipAddress
  /** As answers write it; undefined for the network's own currency. */
  readonly address: string | undefined
  readonly symbol: string
  readonly decimals: number
}

/** What is to be swapped. */
export interface ConvertAsk {
  readonly chain: ChainFacts
  /** Where it arrives; the same object as `chain` for a swap on one network. */
  readonly toChain: ChainFacts
  /** Who signs and pays. */
  readonly account: string
  /** Who receives, an address of `toChain`; the account unless the caller said another one. */
  readonly recipient: string
  readonly sell: ConvertToken
  readonly buy: ConvertToken
  /** `in`: `amount` of `sell` leaves exactly. `out`: `amount` of `buy` arrives exactly. */
  readonly exact: 'in' | 'out'
  /** Base units, above zero. */
  readonly amount: bigint
  /** From 0 to `mostSlippageBps`. */
  readonly slippageBps: number
  /** Wei for one unit of gas, by the caller. */
  readonly gasPrice: bigint | undefined
}

/** A quote as a provider gives it; amounts in base units, null for what is not known (F26). */
export interface ConvertQuote
  extends Pick<
    WireQuote,
    'expiresAt' | 'spender' | 'priceImpact' | 'route' | 'tokenTax' | 'zeroFirst' | 'seconds'
  > {
  readonly fromAmount: bigint
  readonly toAmount: bigint
  /** The least that arrives; `toAmount` with an exact output. */
  readonly minimum: bigint
  /** The most that leaves; `fromAmount` with an exact input. */
  readonly maximum: bigint
  readonly fees: readonly {
    readonly kind: 'pool' | 'provider' | 'app'
    readonly amount: bigint
    readonly asset: CaipAddress
  }[]
  /** Units of gas. */
  readonly gas: bigint | null
  /** What `status` needs to know again, such as the name of a bridge: at most 128 characters, sealed in the quote's id. */
  readonly tag?: string
}

/** A transaction to sign, with the quote that it carries out. */
export interface BuiltConvert {
  readonly quote: ConvertQuote
  readonly tx: {
    readonly to: string
    /** 0x hex; of Solana, the transaction as base64. */
    readonly data: string
    /** Base units of the network's own currency. */
    readonly value: bigint
    readonly gas: bigint | null
    readonly gasPrice: bigint | null
  }
}

/** What became of a swap to another network. */
export interface ConvertStatus {
  readonly status: 'unknown' | 'waiting' | 'done' | 'partial' | 'refunded' | 'failed'
  readonly received: {
    readonly amount: bigint
    readonly asset: CaipAddress
    readonly hash: string | null
  } | null
}

/**
 * Where quotes come from: pools on a chain, or a vendor's service. It throws `ConvertFault` where it has no answer; anything
 * else that it throws counts as `unavailable`. What it builds is read and compared with the quote by the room, which trusts
 * no provider (T70).
 */
export interface ConvertProvider {
  /** As quotes name it, such as `pools`; at most 64 characters. */
  readonly id: string
  /** The networks that it sells on: cached, and none while they are not known. */
  networks(): Promise<ReadonlySet<CaipNetworkId>>
  /** @throws ConvertFault */
  quote(ask: ConvertAsk, signal: AbortSignal): Promise<ConvertQuote>
  /** A transaction with the fresh quote that it carries out. @throws ConvertFault */
  build(ask: ConvertAsk, signal: AbortSignal): Promise<BuiltConvert>
  /**
   * Where its transactions go, and who may be allowed to take tokens: pinned, or read from a chain by our own nodes, and never
   * what its service answers.
   */
  contracts(): readonly SwapContract[] | Promise<readonly SwapContract[]>
  /** Addresses of tokens beyond the operator's lists; they are shown as unlisted. Cached. @throws ConvertFault */
  tokens?(chain: ChainFacts, search: string | undefined, signal: AbortSignal): Promise<readonly string[]>
  /** Present where it swaps to other networks. @throws ConvertFault */
  status?(
    swap: { readonly chain: ChainFacts; readonly hash: string; readonly tag: string | undefined },
    signal: AbortSignal,
  ): Promise<ConvertStatus>
}

/** Why a provider has no answer. */
export class ConvertFault extends Error {
  override readonly name = 'ConvertFault'
  readonly reason: QuoteFault

  constructor(reason: QuoteFault, options?: { readonly message?: string; readonly cause?: unknown }) {
    super(options?.message ?? reason, options?.cause === undefined ? undefined : { cause: options.cause })
    this.reason = reason
  }
}
