import { wipe } from '../bytes.ts'
import { evmAddressOf, solanaAddressOf } from './addresses.ts'
import { deriveEvmKey } from './deriveEvmKey.ts'
import { deriveSolanaKey } from './deriveSolanaKey.ts'
import { seedOf } from './words.ts'

/** A wallet's address on each kind of chain. */
export interface Addresses {
  readonly eip155: `0x${string}`
  readonly solana: string
}

/** The addresses of a wallet's key. */
export async function addressesOf(entropy: Uint8Array): Promise<Addresses> {
  const seed = await seedOf(entropy)
  const evm = deriveEvmKey(seed)
  const solana = deriveSolanaKey(seed)
  const addresses = { eip155: evmAddressOf(evm), solana: solanaAddressOf(solana) }
  wipe(seed, evm, solana)
  return addresses
}
