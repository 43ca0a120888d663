import { accountOf, type SolanaTestAccount } from '../solana/solanaAccounts.ts'

const hardened = 0x8000_0000
const coinType = 501

/** The first accounts of a mnemonic (BIP-39), at m/44'/501'/index'/0' as most wallets of solana have them (SLIP-0010). */
export async function deriveSolanaAccounts(words: string, count = 1): Promise<readonly SolanaTestAccount[]> {
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
      return accountOf([...node.slice(0, 32)])
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
