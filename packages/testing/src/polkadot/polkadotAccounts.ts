import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'

/** The kinds of keys that wallets of Polkadot have. */
export type PolkadotKeyType = 'sr25519' | 'ed25519' | 'ecdsa'

/** An account of a simulated Polkadot wallet. */
export interface PolkadotTestAccount {
  /** In the generic form, with prefix 42. */
  readonly address: string
  readonly type: PolkadotKeyType
  /** The 32 bytes of its secret, as numbers. */
  readonly seed: readonly number[]
  /** Only on the chain with this genesis hash. */
  readonly genesisHash?: string
}

const genericPrefix = 42

/** Five accounts of all types of keys. Their secrets are all ones, all twos and so on: for tests only. */
export const polkadotTestAccounts: readonly PolkadotTestAccount[] = (
  ['sr25519', 'ed25519', 'ecdsa', 'sr25519', 'sr25519'] as const
).map((type, at) => polkadotAccountOf({ type, seed: Array.from({ length: 32 }, () => at + 1) }))

/** The account of a secret. @throws TypeError for one that is not 32 bytes. */
export function polkadotAccountOf(of: Omit<PolkadotTestAccount, 'address'>): PolkadotTestAccount {
  const isSeed =
    of.seed.length === 32 && of.seed.every(byte => Number.isInteger(byte) && byte >= 0 && byte < 256)
  if (!isSeed) throw new TypeError('A seed is 32 bytes.')
  return { ...of, address: polkadotAddressOf(polkadotAccountIdOf(of), genericPrefix) }
}

/** The 32 bytes by which chains know the account. */
export function polkadotAccountIdOf({ type, seed }: Pick<PolkadotTestAccount, 'type' | 'seed'>): Uint8Array {
  const secret = Uint8Array.from(seed)
  if (type === 'sr25519') return getPublicKey(secretFromSeed(secret))
  if (type === 'ed25519') return ed25519.getPublicKey(secret)
  return blake2b(secp256k1.getPublicKey(secret, true), { dkLen: 32 })
}

/** An address as the network with the prefix writes it: prefixes below 64. */
export function polkadotAddressOf(accountId: Uint8Array, prefix: number): string {
  const body = [prefix, ...accountId]
  const check = blake2b(Uint8Array.from([...new TextEncoder().encode('SS58PRE'), ...body]))
  return base58.encode(Uint8Array.from([...body, ...check.subarray(0, 2)]))
}

/** The account id in an address, whatever its prefix. */
export function accountIdIn(address: string): Uint8Array {
  return base58.decode(address).slice(-34, -2)
}

/** Signs as the chains verify: 64 bytes, or 65 with the recovery id last. */
export function signPolkadotBytes({ type, seed }: PolkadotTestAccount, message: Uint8Array): Uint8Array {
  const secret = Uint8Array.from(seed)
  if (type === 'sr25519') return sign(secretFromSeed(secret), message)
  if (type === 'ed25519') return ed25519.sign(message, secret)
  const hash = blake2b(message, { dkLen: 32 })
  const [recovery = 0, ...rest] = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
  return Uint8Array.from([...rest, recovery])
}
