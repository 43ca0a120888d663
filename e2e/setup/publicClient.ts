import { createPublicClient, http, type PublicClient } from 'viem'
import { chain } from './chain.ts'

/** Reads one local chain, from outside of the page. */
export function publicClient(id: number): PublicClient {
  return createPublicClient({ transport: http(chain(id).rpcUrl), pollingInterval: 100 }) as PublicClient
}
