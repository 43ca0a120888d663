/** Addresses of bitcoin: bech32 for witness version 0 (BIP-173), bech32m for the later ones (BIP-350), and base58check before them. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'
import type { Network } from '../../contract/network.ts'
import { prefixOf } from './bitcoinNetworks.ts'

const base58check = createBase58check(sha256)
const segwitShape = /^(?:bc|tb|bcrt)1/i
/** The first byte of an address by key, and by script: on the main network, and on all others. */
const mainVersions: readonly (number | undefined)[] = [0x00, 0x05]
const testVersions: readonly (number | undefined)[] = [0x6f, 0xc4]
/** Characters (BIP-173). */
const longest = 90

/** How an address is paid to. */
export interface BitcoinAddress {
  /** What the segwit addresses of its network begin with; `test` for an older one, which all networks but the main one share. */
  readonly prefix: 'bc' | 'tb' | 'bcrt' | 'test'
  readonly kind: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness'
}

/** Reads an address; undefined for any other value, and never throws. */
export function readBitcoinAddress(value: unknown): BitcoinAddress | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined
  try {
    return segwitShape.test(value) ? readSegwit(value) : readBase58(value)
  } catch {
    return undefined
  }
}

/** Whether a value is an address on any network of bitcoin. */
export function isBitcoinAddress(value: unknown): value is string {
  return readBitcoinAddress(value) !== undefined
}

/** Whether an address can be on a network, by its prefix or version; true for a network whose prefix is not known. */
export function isBitcoinAddressOn(address: string, network: Network): boolean {
  const prefix = prefixOf(network)
  const own = readBitcoinAddress(address)?.prefix
  return prefix === undefined || own === prefix || (own === 'test' && prefix !== 'bc')
}

/** Segwit addresses in lower case, as they are usually written; the others are exact. */
export function formatBitcoinAddress(address: string): string {
  return segwitShape.test(address) ? address.toLowerCase() : address
}

function readSegwit(address: string): BitcoinAddress | undefined {
  const text = address as `${string}1${string}`
  const first = bech32.decodeUnsafe(text, longest)
  const { prefix, words } = first ?? bech32m.decode(text, longest)
  const [version = 32, ...rest] = words
  // Each has the checksum of its version, or a changed first letter would go unseen.
  if (version > 16 || (version === 0) !== (first !== undefined)) return undefined
  const { length } = bech32.fromWords(rest)
  if (length < 2 || length > 40) return undefined
  if (version === 0 && length !== 20 && length !== 32) return undefined
  const kind =
    version > 0 ? (version === 1 && length === 32 ? 'p2tr' : 'witness') : length === 20 ? 'p2wpkh' : 'p2wsh'
  return { prefix: prefix as BitcoinAddress['prefix'], kind }
}

function readBase58(address: string): BitcoinAddress | undefined {
  const bytes = base58check.decode(address)
  const [version] = bytes
  const versions = mainVersions.includes(version) ? mainVersions : testVersions
  if (bytes.length !== 21 || !versions.includes(version)) return undefined
  return {
    prefix: versions === mainVersions ? 'bc' : 'test',
    kind: version === versions[0] ? 'p2pkh' : 'p2sh',
  }
}
