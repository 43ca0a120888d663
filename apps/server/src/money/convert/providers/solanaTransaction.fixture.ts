import { parseBase58 } from 'latchkey/services'

/** An unsigned transaction of Solana (version 0) in base64, as vendors answer it; its programs are called with nothing. */
export function solanaTransaction(parts: {
  readonly payer: string
  readonly programs: readonly string[]
}): string {
  const { payer, programs } = parts
  const keys = [payer, ...programs].map(address => parseBase58(address, 32))
  const message = [
    128,
    // One signer that may write; the programs only read.
    ...[1, 0, programs.length],
    keys.length,
    ...keys.flatMap(key => [...(key ?? [])]),
    ...new Array<number>(32).fill(7),
    programs.length,
    ...programs.flatMap((_, index) => [index + 1, 0, 0]),
    0,
  ]
  return Buffer.from([1, ...new Array<number>(64).fill(0), ...message]).toString('base64')
}
