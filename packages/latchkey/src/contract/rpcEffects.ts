/**
 * The methods of an EVM chain's RPC that change the chain: such a call is never sent twice when its outcome is unknown (F15).
 * Apart from the routes, so that a page does not load their schemas for it.
 */
export const evmRpcEffects: readonly string[] = ['eth_sendRawTransaction']
