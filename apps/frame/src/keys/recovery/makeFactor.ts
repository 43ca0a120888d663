import type { RecoveryFactor } from 'latchkey/services'
import { type Bytes, randomBytes, toHex, wipe, xorBytes } from '../bytes.ts'
import { type About, seal } from '../sealed.ts'

/** Makes a factor from the key; it is made while the key is there and not later. `id` is another one for each; random by default. */
export type FactorMaker = (entropy: Bytes, account: string, id?: string) => Promise<RecoveryFactor>

/** A new factor's id. */
export function newFactorId(): string {
  return toHex(randomBytes(16))
}

interface FactorWords {
  readonly label?: string
  readonly params?: RecoveryFactor['params']
}

const closedBy = { passkey: 'prf', code: 'code', password: 'password' } as const

/** The associated data of the visitor's share of a factor. */
export function aboutFactor(account: string, id: string): About {
  return ['recovery half', account, id]
}

/** A factor whose secret gave this key: it splits the wallet's key for itself, and encrypts the visitor's share. */
export function factorOf(kind: keyof typeof closedBy, key: CryptoKey, words: FactorWords = {}): FactorMaker {
  return async (entropy, account, id = newFactorId()) => {
    const { own, half } = splitForFactor(entropy)
    const about = aboutFactor(account, id)
    const sealed = await seal(key, own, { kdf: closedBy[kind], epoch: 0, about })
    wipe(own)
    return { id, kind, half, sealed, ...wordsOf(words) }
  }
}

/**
 * In the operator's mode alone, which the widget discloses: the services hold the visitor's share as well. A login is
 * enough then, also for the operator (reference §2.4).
 */
export function operatorFactor(): FactorMaker {
  return async (entropy, _account, id = newFactorId()) => {
    const { own, half } = splitForFactor(entropy)
    const open = toHex(own)
    wipe(own)
    return { id, kind: 'operator', half, open, params: {} }
  }
}

function splitForFactor(entropy: Bytes): { readonly own: Bytes; readonly half: string } {
  const own = randomBytes(32)
  const theirs = xorBytes(entropy, own)
  const half = toHex(theirs)
  wipe(theirs)
  return { own, half }
}

function wordsOf({ label, params = {} }: FactorWords): Pick<RecoveryFactor, 'label' | 'params'> {
  return { params, ...(label !== undefined && { label }) }
}
