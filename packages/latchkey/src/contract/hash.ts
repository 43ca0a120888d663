/** Shapes of what a chain or a wallet hands back (SPEC §5). */

/** Whether a value is a transaction hash: 0x plus 64 hex characters (SPEC §5). */
export function isTransactionHash(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)
}

/** Whether a value is a signature: 0x plus at least 62 hex characters (SPEC §5 "Signed message"). */
export function isSignature(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{62,}$/.test(value)
}
