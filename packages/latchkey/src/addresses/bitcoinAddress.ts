/** Addresses of Bitcoin: bech32 for witness version 0 (BIP-173), bech32m for the later ones (BIP-350), and base58check before them. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check } from '@scure/base'

const base58check = createBase58check(sha256)
const segwitShape = /^(?:bc|tb|bcrt)1/i
/** The first byte of an address by key, and by script: on the main network, and on all others. */
const mainVersions: readonly (number | undefined)[] = [0x00, 0x05]
const testVersions: readonly (number | undefined)[] = [0x6f, 0xc4]
/** Characters (BIP-173). */
const longest = 90

/** What the segwit addresses of a network begin with. */
export type BitcoinPrefix = 'bc' | 'tb' | 'bcrt'

/** An address, decoded. */
export interface BitcoinAddress {
  /** The prefix of its network; `test` for an older address, whose form all networks but the main one share. */
  readonly prefix: BitcoinPrefix | 'test'
  readonly kind: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'witness'
  /** The hash of key or script, or the key of taproot. */
  readonly program: Uint8Array
}

/** What addresses begin with on the networks of Bitcoin, by the CAIP-2 reference: the first half of the genesis block's hash. */
const prefixes: Readonly<Record<string, BitcoinPrefix>> = {
  // The main network, testnet 3, testnet 4, signet, regtest.
  '000000000019d6689c085ae165831e93': 'bc',
  '000000000933ea01ad0ee984209779ba': 'tb',
  '00000000da84f2bafbbc53dee25a72ae': 'tb',
  '00000008819873e925422c1ff0f99f7c': 'tb',
  '0f9188f13cb7b2c71f2a335e3a4fc328': 'bcrt',
}

/** Returns what addresses of a network begin with, by its CAIP-2 reference; undefined for a network that is not known. */
export function bitcoinPrefixOf(reference: string): BitcoinPrefix | undefined {
  return Object.hasOwn(prefixes, reference) ? prefixes[reference] : undefined
}

/** Decodes an address; undefined for any other value, and never throws. */
export function readBitcoinAddress(value: unknown): BitcoinAddress | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined
  try {
    return segwitShape.test(value) ? readSegwit(value) : readBase58(value)
  } catch {
    return undefined
  }
}

/** Whether an address can be of the network whose prefix is given. */
export function isOfBitcoinPrefix({ prefix }: BitcoinAddress, wanted: string | number | undefined): boolean {
  return prefix === wanted || (prefix === 'test' && (wanted === 'tb' || wanted === 'bcrt'))
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
  // Each version has a checksum of its own, or a changed first letter would go unseen.
  if (version > 16 || (version === 0) !== (first !== undefined)) return undefined
  const program = bech32.fromWords(rest)
  const { length } = program
  if (length < 2 || length > 40) return undefined
  if (version === 0 && length !== 20 && length !== 32) return undefined
  const kind =
    version > 0 ? (version === 1 && length === 32 ? 'p2tr' : 'witness') : length === 20 ? 'p2wpkh' : 'p2wsh'
  return { prefix: prefix as BitcoinPrefix, kind, program }
}

function readBase58(address: string): BitcoinAddress | undefined {
  const bytes = base58check.decode(address)
  const [version] = bytes
  const versions = mainVersions.includes(version) ? mainVersions : testVersions
  if (bytes.length !== 21 || !versions.includes(version)) return undefined
  return {
    prefix: versions === mainVersions ? 'bc' : 'test',
    kind: version === versions[0] ? 'p2pkh' : 'p2sh',
    program: bytes.subarray(1),
  }
}
