import { createPrivateKey, createPublicKey, type KeyObject, verify } from 'node:crypto'
import {
  type DirectoryCertificate,
  directoryCertificateSchema,
  directoryCertificateText,
} from 'latchkey/services'
import * as v from 'valibot'
import { type Reader, type ReadVariable, Wrong } from '../../core/settings/readers.ts'

export interface DirectorySettings {
  /** Signs the directory; created and stored in the data folder when there is neither key nor file. */
  readonly key: KeyObject | undefined
  readonly keyFile: string | undefined
  /** By which an offline key vouches for it. */
  readonly certificate: DirectoryCertificate | undefined
}

export function readDirectorySettings(read: ReadVariable): DirectorySettings {
  return {
    key: read<KeyObject | undefined>('DIRECTORY_KEY', undefined, signingKey),
    keyFile: read<string | undefined>('DIRECTORY_KEY_FILE', undefined, text => text),
    certificate: read<DirectoryCertificate | undefined>('DIRECTORY_CERTIFICATE', undefined, certificate),
  }
}

/** An Ed25519 private key as base64 of its PKCS8 form, or as PEM. */
export const signingKey: Reader<KeyObject> = text => {
  try {
    const key = text.includes('BEGIN')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The same sentence as for a key of another kind: the text may hold part of a key.
  }
  throw new Wrong('must be an Ed25519 private key in PKCS8, as base64 or PEM')
}

const certificate: Reader<DirectoryCertificate> = text => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Not JSON is not a certificate either.
  }
  const parsed = v.safeParse(directoryCertificateSchema, value)
  if (!parsed.success) throw new Wrong('must be a JSON object with key, expires, issuer and signature')
  const { issuer, signature } = parsed.output
  const spki = Buffer.concat([spkiPrefix, Buffer.from(issuer, 'base64url')])
  const signed = verify(
    null,
    Buffer.from(directoryCertificateText(parsed.output)),
    createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Wrong('must be signed by its issuer')
  return parsed.output
}

/** What stands before the 32 bytes of an Ed25519 public key (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')
