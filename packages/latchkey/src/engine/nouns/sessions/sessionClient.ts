import type { CaipNetworkId, ChainNamespace } from '../../../contract/caip.ts'
import type { Network } from '../../../contract/network.ts'
import type { Pairing, RequestedNamespaces } from '../../../pairing/pairing.ts'

/** The pairing room as the engine uses it: fetched with the first pairing, or to restore one. */
export interface SessionClient {
  readonly pairing: Pairing
  /**
   * What a namespace's adapter asks: EIP-1193 for eip155. `chain` is the one it was on when the page was left; the first
   * that was granted unless given.
   * @throws LatchkeyError CHUNK_FAILED.
   */
  provider(topic: string, namespace: ChainNamespace, chain?: CaipNetworkId): Promise<unknown>
  /** What a wallet is asked for, the active network first. */
  namespaces(networks: readonly Network[], active: string | undefined): RequestedNamespaces
}
