import { canonicalJson, readSealed, type Sealed } from 'latchkey/services'
import { type Bytes, fromHex, randomBytes, toBytes, toHex } from './bytes.ts'
import { KeysError } from './keysError.ts'

/** The purpose and subject of a sealed record; it opens for no other. */
export type About = readonly [what: string, ...of: string[]]

type Header = Pick<Sealed, 'v' | 'alg' | 'kdf' | 'epoch'>

const newest = 2

/**
 * The associated data of each record form. Form 1 binds the record's purpose, subject and epoch as plain text; form 2
 * binds the whole header as well. A reader knows the newest form and the one before.
 */
const binders: Readonly<Record<number, (header: Header, about: About) => string>> = {
  1: ({ epoch }, about) => [...about, epoch].join('‖'),
  2: ({ v: form, alg, kdf, epoch }, about) => canonicalJson({ v: form, alg, kdf, epoch, about }),
}

/** Closes bytes with AES-256-GCM under a new nonce. */
export async function seal(
  key: CryptoKey,
  content: Bytes,
  of: { readonly kdf: Sealed['kdf']; readonly epoch: number; readonly about: About },
  form: number = newest,
): Promise<Sealed> {
  const header = { v: form, alg: 'A256GCM', kdf: of.kdf, epoch: of.epoch } as const
  const iv = randomBytes(12)
  const closed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: bind(header, of.about) },
    key,
    content,
  )
  return { ...header, iv: toHex(iv), data: toHex(new Uint8Array(closed)) }
}

/**
 * Decrypts a record of `seal`, of this form or the one before.
 * @throws KeysError `form` for an invalid record, `secret` for another key or a changed bit.
 */
export async function openSealed(key: CryptoKey, record: unknown, about: About): Promise<Bytes> {
  const sealed = readSealed(record)
  if (sealed === undefined) throw new KeysError('form')
  const { iv, data, ...header } = sealed
  const algorithm = { name: 'AES-GCM', iv: fromHex(iv), additionalData: bind(header, about) }
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, fromHex(data)))
  } catch {
    throw new KeysError('secret')
  }
}

function bind(header: Header, about: About): Bytes {
  const binder = binders[header.v]
  if (binder === undefined) throw new KeysError('form', `A record of form ${header.v} is of a later release`)
  return toBytes(binder(header, about))
}

/** A key for `seal` from a secret of at least 128 bits (HKDF-SHA-256); it cannot be read back. */
export async function sealingKey(secret: Bytes, purpose: string, account: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const info = toBytes(`latchkey ${purpose}`)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: toBytes(account), info },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}
