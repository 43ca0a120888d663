import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type Bytes, wipe } from '../bytes.ts'
import { KeysError } from '../keysError.ts'

/** The key as 24 words (BIP-39), for paper and for other wallets. */
export function toWords(entropy: Uint8Array): string {
  return entropyToMnemonic(entropy, wordlist)
}

/** @throws KeysError `text` unless it is 24 words of the list with the right last one. */
export function fromWords(text: string): Bytes {
  const words = text.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')
  if (words.length > 300 || !validateMnemonic(words, wordlist)) throw new KeysError('text')
  const entropy = Uint8Array.from(mnemonicToEntropy(words, wordlist))
  if (entropy.length !== 32) throw new KeysError('text')
  return entropy
}

/** BIP-39's seed, of the words without a passphrase: what other wallets derive from as well. */
export async function seedOf(entropy: Uint8Array): Promise<Bytes> {
  const seed = await mnemonicToSeedWebcrypto(toWords(entropy))
  const own = Uint8Array.from(seed)
  wipe(seed)
  return own
}
