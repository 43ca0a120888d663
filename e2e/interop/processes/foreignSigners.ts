/** What an official wallet peer has beside eip155 and solana: keys in the ecosystems' own libraries, which sign as their wallets do. */
import { Secp256k1Wallet, type StdSignDoc } from '@cosmjs/amino'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { Keyring } from '@polkadot/keyring'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { createBase58check } from '@scure/base'
import { hashMessage } from '@stacks/encryption'
import { getAddressFromPrivateKey, signMessageHashRsv } from '@stacks/transactions'
import { peerFolder } from '../peerFolder.ts'
import { loadPackage } from './loadPackage.ts'

/** One namespace of the wallet. */
export interface ForeignSigner {
  readonly namespace: string
  /** Its account on a chain. */
  address(chain: string): string
  /** What the wallet says of its accounts with its approval. */
  readonly properties?: Readonly<Record<string, string>>
  sign(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** By namespace, for those that the wallet has chains of. */
export async function foreignSigners(
  key: `0x${string}`,
  chains: readonly string[],
): Promise<readonly ForeignSigner[]> {
  const has = (namespace: string) => chains.some(chain => chain.startsWith(`${namespace}:`))
  const makers = { bip122, sui, cosmos, polkadot, stacks }
  return Promise.all(
    Object.entries(makers).flatMap(([namespace, make]) => (has(namespace) ? [make(key.slice(2))] : [])),
  )
}

const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, 'hex'))
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

interface Bip322 {
  readonly Address: {
    convertPubKeyIntoAddress(key: Buffer, type: 'p2wpkh'): { readonly mainnet: string }
  }
  readonly Signer: { sign(wif: string, address: string, message: string): string }
}

async function bip122(key: string): Promise<ForeignSigner> {
  const { Address, Signer } = loadPackage(peerFolder('bitcoin'), 'bip322-js').exported as unknown as Bip322
  const publicKey = Buffer.from(secp256k1.getPublicKey(bytesOf(key), true))
  const address = Address.convertPubKeyIntoAddress(publicKey, 'p2wpkh').mainnet
  const rows = [{ address, publicKey: publicKey.toString('hex'), intention: 'payment' }]
  return {
    namespace: 'bip122',
    address: () => address,
    properties: { bip122_getAccountAddresses: JSON.stringify(rows) },
    async sign(method, params) {
      if (method === 'getAccountAddresses') return rows
      const signature = Signer.sign(wifOf(key), textOf(params.address), textOf(params.message))
      // Over the relay it is hex.
      return { address, signature: Buffer.from(signature, 'base64').toString('hex') }
    },
  }
}

/** The key as Bitcoin's wallets export it: the version of mainnet before it, and the mark of a compressed public key after it. */
function wifOf(key: string): string {
  return createBase58check(sha256).encode(Uint8Array.from([0x80, ...bytesOf(key), 1]))
}

async function sui(key: string): Promise<ForeignSigner> {
  const pair = Ed25519Keypair.fromSecretKey(bytesOf(key))
  const address = pair.toSuiAddress()
  const accounts = [{ pubkey: pair.getPublicKey().toSuiPublicKey(), address }]
  return {
    namespace: 'sui',
    address: () => address,
    properties: { sui_getAccounts: JSON.stringify(accounts) },
    async sign(method, params) {
      if (method === 'sui_getAccounts') return accounts
      const { signature } = await pair.signPersonalMessage(new TextEncoder().encode(textOf(params.message)))
      return { signature }
    },
  }
}

async function cosmos(key: string): Promise<ForeignSigner> {
  const wallet = await Secp256k1Wallet.fromKey(bytesOf(key), 'cosmos')
  const [account] = await wallet.getAccounts()
  if (!account) throw new Error('a key without an account')
  return {
    namespace: 'cosmos',
    address: () => account.address,
    sign: (_method, params) => wallet.signAmino(textOf(params.signerAddress), params.signDoc as StdSignDoc),
  }
}

async function polkadot(key: string): Promise<ForeignSigner> {
  await cryptoWaitReady()
  const pair = new Keyring({ type: 'sr25519', ss58Format: 0 }).addFromSeed(bytesOf(key))
  return {
    namespace: 'polkadot',
    address: () => pair.address,
    async sign(_method, params) {
      const signature = pair.sign(`<Bytes>${textOf(params.message)}</Bytes>`)
      return { signature: `0x${Buffer.from(signature).toString('hex')}` }
    },
  }
}

async function stacks(key: string): Promise<ForeignSigner> {
  // The last byte says that the key is the compressed one's.
  const privateKey = `${key}01`
  const address = getAddressFromPrivateKey(privateKey, 'mainnet')
  const rows = { addresses: [{ symbol: 'STX', address }] }
  return {
    namespace: 'stacks',
    address: () => address,
    properties: { stx_getAddresses: JSON.stringify(rows) },
    async sign(method, params) {
      if (method === 'stx_getAddresses') return rows
      const messageHash = Buffer.from(hashMessage(textOf(params.message))).toString('hex')
      return { signature: signMessageHashRsv({ messageHash, privateKey }) }
    },
  }
}
