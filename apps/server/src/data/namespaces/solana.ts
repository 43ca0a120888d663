import { parseBase58 } from 'latchkey/services'
import type { NamespaceServices } from './namespaceServices.ts'
import { solanaNodes } from './solanaNodes.ts'

const isReference = (reference: string) => /^[1-9A-HJ-NP-Za-km-z]{32}$/.test(reference)
// The case of each letter is part of an address, and a key has one spelling.
const asItIs = (address: string) => (parseBase58(address, 32) === undefined ? undefined : address)

/** Solana: an account is a key, and its tokens are accounts of the token programs. */
export const solana: NamespaceServices = {
  namespace: 'solana',
  nodes: solanaNodes,
  refuseReference: reference =>
    isReference(reference)
      ? undefined
      : "must name a cluster of solana by the first 32 characters of its genesis' hash",
  reads: {
    machine: 'svm',
    isReference,
    // Read from the nodes each time: there is no index, so the store has no chains of it.
    numberOf: () => undefined,
    keyOf: asItIs,
    addressOf: asItIs,
    assets: { tokens: 'token', coin: 501 },
    transactionOf: hash => (parseBase58(hash, 64) === undefined ? undefined : hash),
  },
}
