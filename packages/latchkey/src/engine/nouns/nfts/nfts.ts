/** The collectibles of the active account on its network, for the NFTs tab (SPEC §2; SPEC-NOTES §2, §7). */
import type { CaipNetworkId } from '../../../contract/caip.ts'
import type { Readable } from '../../base/deriveMachine.ts'

/** One collectible as it may be shown: texts are cleaned (T67), unknown parts are absent (F27). */
export interface Collectible {
  /** CAIP-19. */
  readonly id: string
  readonly caipNetworkId: CaipNetworkId
  /** As people write it: ERC-721. */
  readonly standard: string
  readonly collection: { readonly address: string; readonly name?: string }
  readonly tokenId: string
  /** Its own, where a collectible is a token by itself instead of a number of a contract. Then the token id says the same. */
  readonly address?: string
  /** How many of them are held: a whole decimal number above zero. */
  readonly amount: string
  readonly name?: string
  readonly description?: string
  /** Where its picture is, through the services' own proxy only (T68, T69). */
  readonly image?: string
  /** Hidden unless asked for. */
  readonly spam: boolean
}

/** The known collectibles of one account on one network. */
export interface OwnedNfts {
  /** `more`: there are some, and the next page was asked for. `failed`: the last question was not answered; the known ones stay. */
  readonly phase: 'loading' | 'ready' | 'more' | 'failed'
  /** By collection, as far as they have come. */
  readonly items: readonly Collectible[]
  /** Where the next page begins; absent at the end. */
  readonly next?: string
  /** When the first page was read, in milliseconds since the epoch; absent before. */
  readonly at?: number
  /** When the last question failed. */
  readonly failedAt?: number
  /** The services do not answer for the network: that there are none is not known. */
  readonly uncovered?: boolean
}

/** By CAIP-10 address. */
export type NftsState = Readonly<Record<string, OwnedNfts>>

/** Reached by `engine.nfts()`, in a chunk of its own. */
export interface Nfts {
  readonly machine: Readable<NftsState>
  /**
   * Reads the first page of the active account: at most once in 30 s, and not within 30 s of a failure, unless forced. A
   * failure is in the state, not thrown: NFTS_FAILED. No request is sent in basic mode, nor for a network that the services do
   * not answer for (SPEC §7).
   */
  refresh(options?: { readonly force?: boolean }): Promise<void>
  /** Reads the next page, if there is one and it is not being read. */
  more(): Promise<void>
  /** Repeats the question that was not answered. */
  retry(): Promise<void>
  /** Keeps the list of the active account fresh while it is visible. Returns the stop. */
  watch(): () => void
}
