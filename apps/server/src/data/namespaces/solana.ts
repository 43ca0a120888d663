import type { NamespaceServices } from './namespaceServices.ts'
import { solanaNodes } from './solanaNodes.ts'

/** Solana, whose nodes the proxy asks; accounts are read by the widget itself. */
export const solana: NamespaceServices = {
  namespace: 'solana',
  nodes: solanaNodes,
  refuseReference: reference =>
    /^[1-9A-HJ-NP-Za-km-z]{32}$/.test(reference)
      ? undefined
      : "must name a cluster of solana by the first 32 characters of its genesis' hash",
}
