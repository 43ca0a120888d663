import type { CaipNetworkId } from 'latchkey/contract'

/** An amount of one asset that a transaction brought to an account. */
export interface SeenTransfer {
  /** Within its transaction: the same in whichever block it is. */
  readonly place: number
  /** The token in the store's spelling; empty for the network's own currency. */
  readonly asset: string
  readonly recipient: string
  readonly units: bigint
  readonly payer: string
}

/** A transaction as our own nodes know it. */
export interface SeenTransaction {
  /** `failed`: it is in a block and moved nothing. */
  readonly state: 'pending' | 'failed' | 'included'
  /** Whether its block stays by its network's rule. */
  readonly isFinal: boolean
  /** The payments that it names. */
  readonly references: readonly string[]
  readonly block: number
  /** Milliseconds since 1970. */
  readonly blockTime: number
  readonly transfers: readonly SeenTransfer[]
}

/** What is watched on a network. */
export interface Watched {
  /** Accounts, in the store's spelling. */
  readonly recipients: readonly string[]
  /** Tokens, in the store's spelling. */
  readonly tokens: readonly string[]
  /** Whether payments in the network's own currency are awaited. */
  readonly native: boolean
  /** Reads references of payments that are awaited, the newest first. */
  readonly references: () => Promise<readonly string[]>
}

/** How payments are found on one kind of chain. */
export interface TransactionReader {
  /** Undefined when no node knows it. @throws ChainUnreadable. */
  read(
    chain: CaipNetworkId,
    hash: string,
    wants: { readonly native: boolean },
  ): Promise<SeenTransaction | undefined>
  /**
   * Names transactions that may pay what is watched, from a block on, and the block to go on from; some of them were named
   * before. @throws ChainUnreadable.
   */
  scan(
    chain: CaipNetworkId,
    watched: Watched,
    from: number,
  ): Promise<{ readonly hashes: readonly string[]; readonly next: number }>
}
