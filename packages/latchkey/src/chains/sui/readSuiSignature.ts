import { badAnswer } from '../foreign/badAnswer.ts'
import { fromBase64, toBase64 } from '../foreign/base64.ts'
import { isSameBytes } from '../foreign/isSameBytes.ts'
import { fieldOf } from '../foreign/readForeign.ts'

/** Bytes of a signature at most: one of zkLogin, or of ten signers, has a few thousand. */
const longestSignature = 8_192

/**
 * The signature of an answer, in base64. Where the answer names the bytes that were signed they have to be ours: what a wallet signed in
 * place of the text is no signature of the text.
 * @throws LatchkeyError WALLET_BAD_ANSWER.
 */
export function readSuiSignature(
  answer: unknown,
  { message, method, isNamed }: { message: Uint8Array; method: string; isNamed: boolean },
): string {
  const told = fieldOf(answer, 'bytes')
  const bytes = told === undefined && !isNamed ? message : fromBase64(told, message.length)
  const signature = fromBase64(fieldOf(answer, 'signature'), longestSignature)
  if (!bytes || !isSameBytes(bytes, message) || !signature || signature.length === 0)
    throw badAnswer(method, answer)
  return toBase64(signature)
}
