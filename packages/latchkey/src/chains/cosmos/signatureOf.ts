import { base64 } from '@scure/base'
import { badAnswer } from '../foreign/badAnswer.ts'
import { fieldOf } from '../foreign/readForeign.ts'

/** The 64 bytes r and s of an answer, as base64. @throws LatchkeyError WALLET_BAD_ANSWER. */
export function signatureOf(answer: unknown, method: string): string {
  const inner = fieldOf(answer, 'signature')
  // Amino answers have the signature within a signature.
  const text = typeof inner === 'string' ? inner : fieldOf(inner, 'signature')
  try {
    if (typeof text === 'string' && text.length === 88 && base64.decode(text).length === 64) return text
  } catch {}
  throw badAnswer(method, answer)
}

/** Whether a wallet signed the document that it was given: one may fill in a fee or a memo. */
export function isSigned(answer: unknown, document: object): boolean {
  const signed = fieldOf(answer, 'signed')
  try {
    return signed === undefined || inOrder(signed) === inOrder(document)
  } catch {
    return false
  }
}

function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
