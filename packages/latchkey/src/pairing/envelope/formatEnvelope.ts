import { encodeBase64 } from './base64.ts'
import { fromHex } from './hex.ts'
import type { Envelope } from './parseEnvelope.ts'

/** Writes an envelope: type 1 when the sender's key goes with it, else type 0. Base64, padded. */
export function formatEnvelope({ iv, sealed, senderPublicKey }: Envelope): string {
  const head = senderPublicKey === undefined ? [0] : [1, ...fromHex(senderPublicKey)]
  return encodeBase64(Uint8Array.from([...head, ...iv, ...sealed]))
}
