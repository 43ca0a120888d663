import type { Address, Hex } from 'viem'
import { bytesToHex } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'

/** The storage of the words: the page's own, in plain text. That is why they are for trying only. */
export interface WordStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

export interface PhoneAccount {
  readonly address: Address
  readonly privateKey: Hex
}

/** The phone's words and the accounts that come from them. */
export interface PhoneKeys {
  readonly words: string
  readonly accounts: readonly PhoneAccount[]
}

const key = 'latchkey-phone:words'
const accountCount = 3

/** The accounts of some words, at m/44'/60'/0'/0/0 and on. @throws Error when they are no words. */
export function deriveKeys(words: string): PhoneKeys {
  const accounts = Array.from({ length: accountCount }, (_, addressIndex) => {
    const account = mnemonicToAccount(words, { addressIndex })
    const { privateKey } = account.getHdKey()
    if (!privateKey) throw new Error('These words have no keys.')
    return { address: account.address, privateKey: bytesToHex(privateKey) }
  })
  return { words, accounts }
}

/** The phone's keys: those it had before, or new ones. */
export function openKeys(storage: WordStorage): PhoneKeys {
  const kept = storage.getItem(key)
  if (kept !== null && kept.length <= 300) {
    try {
      return deriveKeys(kept)
    } catch {
      // Not words: new ones take their place.
    }
  }
  return keepWords(storage, generateMnemonic(english))
}

/** Keeps other words from now on. @throws Error when they are no words. */
export function keepWords(storage: WordStorage, words: string): PhoneKeys {
  const keys = deriveKeys(words)
  storage.setItem(key, words)
  return keys
}
