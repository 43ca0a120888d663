import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bech32 } from '@scure/base'
import { hexToBytes, keccak256, ripemd160, sha256 } from 'viem'
import { testAccounts } from '../evm/testAccounts.ts'

/** How a Cosmos chain makes an address of a key, and hashes what is signed. */
export type CosmosKeys = 'secp256k1' | 'ethsecp256k1'

/** An account of a simulated Cosmos wallet: one key, and an address on each chain. */
export interface CosmosTestAccount {
  /** The key in hex, as `testAccounts` have it. */
  readonly privateKey: `0x${string}`
}

/** The keys behind `testAccounts`. They are public: for tests only. */
export const cosmosTestAccounts: readonly CosmosTestAccount[] = testAccounts.map(({ privateKey }) => ({
  privateKey,
}))

/** The compressed public key, 33 bytes. */
export function cosmosKeyOf({ privateKey }: CosmosTestAccount): Uint8Array {
  return secp256k1.getPublicKey(hexToBytes(privateKey), true)
}

/** The 20 bytes of the account's address on chains of a kind. */
export function addressBytesOf(account: CosmosTestAccount, keys: CosmosKeys = 'secp256k1'): Uint8Array {
  const key = cosmosKeyOf(account)
  if (keys === 'secp256k1') return ripemd160(sha256(key, 'bytes'), 'bytes')
  return keccak256(secp256k1.Point.fromBytes(key).toBytes(false).slice(1), 'bytes').slice(12)
}

/** The account's address on a chain. */
export function cosmosAddressOf(
  account: CosmosTestAccount,
  chain: { readonly prefix: string; readonly keys?: CosmosKeys | undefined },
): string {
  return bech32.encode(chain.prefix, bech32.toWords(addressBytesOf(account, chain.keys)))
}

/** The 64 bytes r and s of the signature over a text's or document's bytes. */
export function signCosmos(
  { privateKey }: CosmosTestAccount,
  bytes: Uint8Array,
  keys: CosmosKeys = 'secp256k1',
): Uint8Array {
  const digest = keys === 'secp256k1' ? sha256(bytes, 'bytes') : keccak256(bytes, 'bytes')
  return secp256k1.sign(digest, hexToBytes(privateKey), { prehash: false })
}
