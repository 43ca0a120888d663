/** The frame around an encrypted message (relay.md §4.2): what a message says before anything is opened. */
import { decodeBase64 } from './decodeBase64.ts'
import { toHex } from './hex.ts'

/** Characters of base64, as many as the relay carries in one message. */
const longestEnvelope = 131_072
const ivLength = 12
const tagLength = 16

export interface Envelope {
  readonly iv: Uint8Array
  /** Ciphertext and tag. */
  readonly sealed: Uint8Array
  /** Of a type 1 envelope, 64 hex characters. */
  readonly senderPublicKey?: string
}

/**
 * Reads `00|iv|sealed` and `01|sender's key|iv|sealed`; undefined for everything else. Type 2, plain text, is refused:
 * it belongs to links between apps, which we do not support.
 */
export function parseEnvelope(message: string): Envelope | undefined {
  if (message.length > longestEnvelope) return undefined
  const bytes = decodeBase64(message)
  const type = bytes?.[0]
  if (!bytes || (type !== 0 && type !== 1)) return undefined
  const start = 1 + type * 32
  if (bytes.length < start + ivLength + tagLength) return undefined
  return {
    ...(type === 1 && { senderPublicKey: toHex(bytes.subarray(1, start)) }),
    iv: bytes.subarray(start, start + ivLength),
    sealed: bytes.subarray(start + ivLength),
  }
}
