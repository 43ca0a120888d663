import { badAnswer } from '../foreign/badAnswer.ts'
import { fieldOf } from '../foreign/readForeign.ts'

/** The signature of an answer: 65 bytes in hex without 0x. @throws LatchkeyError WALLET_BAD_ANSWER. */
export function signatureOf(answer: unknown, method: string): string {
  const text = fieldOf(answer, 'signature')
  const [, hex] = typeof text === 'string' ? (/^(?:0x)?([0-9a-f]{130})$/i.exec(text) ?? []) : []
  if (hex === undefined) throw badAnswer(method, answer)
  return hex.toLowerCase()
}
