import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check, hex } from '@scure/base'

/** A network as simulated Bitcoin wallets have it: sats-connect's name in lower case. */
export type BitcoinNetworkName = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest'

/** How an address is paid to. */
export type BitcoinAddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'

/** The network's own words: sats-connect's, UniSat's, and what addresses begin with. */
export const bitcoinNetworks: Readonly<
  Record<BitcoinNetworkName, { readonly name: string; readonly chain: string; readonly prefix: string }>
> = {
  mainnet: { name: 'Mainnet', chain: 'BITCOIN_MAINNET', prefix: 'bc' },
  testnet: { name: 'Testnet', chain: 'BITCOIN_TESTNET', prefix: 'tb' },
  testnet4: { name: 'Testnet4', chain: 'BITCOIN_TESTNET4', prefix: 'tb' },
  signet: { name: 'Signet', chain: 'BITCOIN_SIGNET', prefix: 'tb' },
  regtest: { name: 'Regtest', chain: 'BITCOIN_REGTEST', prefix: 'bcrt' },
}

/** One key pair of an account and the address that it is paid at. */
export interface BitcoinKey {
  readonly type: BitcoinAddressType
  readonly address: string
  /** Hex: 33 bytes, of taproot the 32 bytes before the tweak. */
  readonly publicKey: string
  readonly path: string
  /** 32 bytes; of taproot after the tweak. */
  readonly secret: Uint8Array
  /** The output script that pays to the address. */
  readonly script: Uint8Array
}

const base58check = createBase58check(sha256)
/** BIP-44's first number by how an address is paid to. */
const purposes: Readonly<Record<BitcoinAddressType, number>> = { p2pkh: 44, p2sh: 49, p2wpkh: 84, p2tr: 86 }

/** The hash of a public key or script in addresses. */
export function hash160(bytes: Uint8Array): Uint8Array {
  return ripemd160(sha256(bytes))
}

/** Joins bytes. */
export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(part => [...part]))
}

/**
 * The key of an account, counted from zero. The secrets are the hashes of what they are for: everyone knows them, so they are for tests
 * only.
 */
export function bitcoinKey(index: number, type: BitcoinAddressType, network: BitcoinNetworkName): BitcoinKey {
  const secret = sha256(new TextEncoder().encode(`latchkey-testing bitcoin ${type} ${index}`))
  const { prefix } = bitcoinNetworks[network]
  const path = `m/${purposes[type]}'/${network === 'mainnet' ? 0 : 1}'/${index}'/0/0`
  if (type === 'p2tr') {
    const inner = schnorr.getPublicKey(secret)
    const tweaked = tweak(secret, inner)
    const outer = schnorr.getPublicKey(tweaked)
    return {
      type,
      address: bech32m.encode(prefix, [1, ...bech32m.toWords(outer)]),
      publicKey: hex.encode(inner),
      path,
      secret: tweaked,
      script: joinBytes(Uint8Array.of(0x51, 32), outer),
    }
  }
  const key = secp256k1.getPublicKey(secret, true)
  const program = joinBytes(Uint8Array.of(0, 20), hash160(key))
  const isMain = network === 'mainnet'
  const shared = { type, publicKey: hex.encode(key), path, secret }
  if (type === 'p2wpkh')
    return {
      ...shared,
      address: bech32.encode(prefix, [0, ...bech32.toWords(hash160(key))]),
      script: program,
    }
  if (type === 'p2sh') {
    const hash = hash160(program)
    return {
      ...shared,
      address: base58check.encode(joinBytes(Uint8Array.of(isMain ? 0x05 : 0xc4), hash)),
      script: joinBytes(Uint8Array.of(0xa9, 20), hash, Uint8Array.of(0x87)),
    }
  }
  return {
    ...shared,
    address: base58check.encode(joinBytes(Uint8Array.of(isMain ? 0x00 : 0x6f), hash160(key))),
    script: joinBytes(Uint8Array.of(0x76, 0xa9, 20), hash160(key), Uint8Array.of(0x88, 0xac)),
  }
}

/** The secret of an output key without a script tree (BIP-341, BIP-86). */
function tweak(secret: Uint8Array, inner: Uint8Array): Uint8Array {
  const { ORDER: n } = secp256k1.Point.Fn
  const isOdd = secp256k1.getPublicKey(secret, true)[0] === 3
  const own = BigInt(`0x${hex.encode(secret)}`)
  const even = isOdd ? n - own : own
  const added = (even + BigInt(`0x${hex.encode(taggedHash('TapTweak', inner))}`)) % n
  return hex.decode(added.toString(16).padStart(64, '0'))
}

/** A hash with a tag (BIP-340). */
export function taggedHash(tag: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const name = sha256(new TextEncoder().encode(tag))
  return sha256(joinBytes(name, name, ...parts))
}
