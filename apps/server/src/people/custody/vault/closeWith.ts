import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** Encrypts with AES-256-GCM: iv, tag and ciphertext, one after the other. Decryption needs the same `about`. */
export function closeWith(key: Uint8Array, content: Uint8Array, about: string): Uint8Array {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(about))
  const closed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), closed])
}

/** @throws Error when the key, the text about it, or one bit of it is another. */
export function openWith(key: Uint8Array, box: Uint8Array, about: string): Uint8Array {
  if (box.length < ivBytes + tagBytes) throw new Error('Too short for a closed value')
  const bytes = Buffer.from(box)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(about))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
}
