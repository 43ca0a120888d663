import type { Paying } from '../../../contract/paying.ts'
import { paymentUri } from './paymentUri.ts'
import { readToken } from './readToken.ts'

/** Paying on eip155, in the chunk that is fetched with the first payment. */
export function createEvmPaying(): Paying {
  return {
    token: readToken,
    // A payment of the network's own currency with data is refused by some wallets, and by contracts that are paid.
    carries: ({ address }) => address !== undefined,
    uri: paymentUri,
  }
}
