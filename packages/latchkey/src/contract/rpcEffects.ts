/**
 * The methods of the chains' RPC that change a chain: such a call is never sent twice when its outcome is unknown (F15).
 * Apart from the routes, so that a page does not load their schemas for it.
 */
export const rpcEffects: readonly string[] = [
  'eth_sendRawTransaction',
  'eth_sendUserOperation',
  'sendTransaction',
]
