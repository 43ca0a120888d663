import { badAnswer } from '../foreign/badAnswer.ts'
import { fieldOf } from '../foreign/readForeign.ts'

/** 64 bytes, with a recovery id after them, with the key's type before them, or with both. */
const pattern = /^0x(?:[0-9a-fA-F]{2}){64,66}$/

/** Returns the signature of a wallet's answer, in hex as it came. @throws LatchkeyError WALLET_BAD_ANSWER. */
export function readPolkadotSignature(answer: unknown, method: string): string {
  const signature = fieldOf(answer, 'signature')
  if (typeof signature !== 'string' || !pattern.test(signature)) throw badAnswer(method, answer)
  return signature
}
