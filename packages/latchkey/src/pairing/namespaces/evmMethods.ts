/** Which methods of an EIP-1193 provider go where. */

/** Answered by the wallet alone, whatever else it may be granted. */
const walletMethod = /^(?:wallet_|personal_|eth_(?:sign|sendTransaction$|decrypt$|getEncryptionPublicKey$))/
/** Asked of the chain's own nodes: they read, or hand on what is signed already. */
const chainMethod = /^(?:eth|net|web3|debug|trace|erigon|ots|txpool|zks|linea|arb|optimism|rollup)_/

/** Where a method that the provider does not answer itself is sent. */
export function routeOf(method: string): 'wallet' | 'chain' | 'unknown' {
  if (walletMethod.test(method)) return 'wallet'
  return chainMethod.test(method) ? 'chain' : 'unknown'
}

/** A chain id as wallets and pages write it: hex or decimal text or a number, a safe integer above 0. */
export function parseEvmChain(value: unknown): `eip155:${number}` | undefined {
  const id =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^(?:0x[0-9a-f]{1,14}|\d{1,16})$/i.test(value)
        ? Number(value)
        : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}
