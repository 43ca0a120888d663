import type { CaipNetworkId } from 'latchkey/contract'
import type { Nft } from 'latchkey/services'

/**
 * Reads one page of an account's collectibles; undefined for a cursor of another list. The owner is written as the chain's
 * answers have it. @throws ChainUnreadable.
 */
export type NftSource = (options: {
  readonly chain: CaipNetworkId
  readonly owner: string
  readonly cursor: string | undefined
  /** For whom hosts are asked. */
  readonly client: string
}) => Promise<{ readonly data: Nft[]; readonly next: string | null } | undefined>
