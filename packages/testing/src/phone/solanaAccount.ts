import { formatBase58 } from 'latchkey/pairing'

/** An Ed25519 key of solana. */
export interface SolanaAccount {
  /** The public key in base58. */
  readonly address: string
  /** Signs bytes; answers the 64 bytes of the signature. */
  sign(message: Uint8Array): Promise<Uint8Array>
}

/** What PKCS #8 has before the 32 bytes of an Ed25519 seed. */
const keyHead = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]
const hardened = 0x8000_0000
const coinType = 501

/** Makes an account of a seed of 32 bytes. @throws TypeError for another length. */
export async function solanaAccount(seed: Uint8Array): Promise<SolanaAccount> {
  if (seed.length !== 32) throw new TypeError('A seed has 32 bytes.')
  const secret = Uint8Array.from([...keyHead, ...seed])
  const key = await crypto.subtle.importKey('pkcs8', secret, 'Ed25519', true, ['sign'])
  const { x = '' } = await crypto.subtle.exportKey('jwk', key)
  const publicKey = Uint8Array.from(atob(x.replace(/-/g, '+').replace(/_/g, '/')), letter =>
    letter.charCodeAt(0),
  )
  return {
    address: formatBase58(publicKey),
    sign: async message => new Uint8Array(await crypto.subtle.sign('Ed25519', key, Uint8Array.from(message))),
  }
}

/** The first accounts of a mnemonic (BIP-39), at m/44'/501'/index'/0' as most wallets of solana have them (SLIP-0010). */
export async function deriveSolanaAccounts(words: string, count = 1): Promise<readonly SolanaAccount[]> {
  const phrase = await crypto.subtle.importKey('raw', utf8(words.normalize('NFKD')), 'PBKDF2', false, [
    'deriveBits',
  ])
  const stretch = { name: 'PBKDF2', hash: 'SHA-512', salt: utf8('mnemonic'), iterations: 2_048 }
  const seed = new Uint8Array(await crypto.subtle.deriveBits(stretch, phrase, 512))
  const root = await hmac(utf8('ed25519 seed'), seed)
  const indexes = Array.from({ length: count }, (_, index) => index)
  return Promise.all(
    indexes.map(async index => {
      let node = root
      for (const step of [44, coinType, index, 0]) node = await childOf(node, step)
      return solanaAccount(node.slice(0, 32))
    }),
  )
}

/** A hardened child: Ed25519 has no others. */
function childOf(node: Uint8Array, step: number): Promise<Uint8Array> {
  const data = new Uint8Array(37)
  data.set(node.slice(0, 32), 1)
  new DataView(data.buffer).setUint32(33, step + hardened)
  return hmac(node.slice(32), data)
}

async function hmac(secret: Uint8Array, data: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-512' }
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(secret), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, Uint8Array.from(data)))
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text))
}
