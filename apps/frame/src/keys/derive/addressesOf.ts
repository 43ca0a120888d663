import { wipe } from '../bytes.ts'
import { evmAddressOf, solanaAddressOf } from './addresses.ts'
import { deriveEvmKey, deriveOwnerKey } from './deriveEvmKey.ts'
import { deriveSolanaKey } from './deriveSolanaKey.ts'
import { seedOf } from './words.ts'

/** A wallet's address on each kind of chain. */
export interface Addresses {
  readonly eip155: `0x${string}`
  readonly solana: string
  /**
   * The first owner of the smart account: a signer, never an account. Absent: this browser stored the wallet before there
   * were smart accounts, and has not had its key since.
   */
  readonly owner?: `0x${string}`
}

/** The addresses of a wallet's key. */
export async function addressesOf(entropy: Uint8Array): Promise<Required<Addresses>> {
  const seed = await seedOf(entropy)
  const evm = deriveEvmKey(seed)
  const solana = deriveSolanaKey(seed)
  const owner = deriveOwnerKey(seed)
  const addresses = {
    eip155: evmAddressOf(evm),
    solana: solanaAddressOf(solana),
    owner: evmAddressOf(owner),
  }
  wipe(seed, evm, solana, owner)
  return addresses
}
