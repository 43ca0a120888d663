import type { AskedPart, ConnectParams } from '../protocol.ts'

/** What is asked for, by namespace. */
export function askedParts({
  solana,
  others,
  ...eip155
}: ConnectParams): Readonly<Record<string, AskedPart>> {
  const { chains, methods, events } = eip155
  return {
    ...(chains.length > 0 && { eip155: { chains, methods, events } }),
    ...(solana && { solana }),
    ...others,
  }
}
