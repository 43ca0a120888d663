import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { configError } from '../../contract/error.ts'
import { isSame } from '../createSeal.ts'

/** Seconds that a webhook's time may differ from ours, as Standard Webhooks advises. */
const tolerance = 300
/** Signatures of one webhook that are looked at: one for each secret that is valid. */
const mostSignatures = 16

/** A webhook as it arrived. */
export interface WebhookClaim {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The raw body: text that was parsed and written again has another signature. */
  readonly body: string | Uint8Array
  /** The webhook's secret, `whsec_…`; during a rotation both the new and the old one. */
  readonly secret: string | readonly string[]
  /** Milliseconds since 1970. Default: now. */
  readonly now?: number
}

/**
 * Verifies who sent a message of the services (Standard Webhooks); its id and bytes, or why it is not believed.
 * @throws LatchkeyError CONFIG_INVALID for a secret that is none.
 */
export function verifyMessage({
  headers,
  body,
  secret,
  now = Date.now(),
}: WebhookClaim):
  | { readonly id: string; readonly bytes: Uint8Array }
  | 'headers'
  | 'timestamp'
  | 'signature' {
  const keys = parseSecrets(secret)
  const id = readHeader(headers, 'webhook-id')
  const time = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  if (!id || !time || !signatures || id.includes('.') || id.length > 128) return 'headers'
  if (!/^[1-9]\d{0,11}$/.test(time) || Math.abs(now / 1_000 - Number(time)) > tolerance) return 'timestamp'
  const bytes = typeof body === 'string' ? utf8ToBytes(body) : body
  const signed = concat(utf8ToBytes(`${id}.${time}.`), bytes)
  const right = keys.map(key => `v1,${toBase64(hmac(sha256, key, signed))}`)
  const given = signatures.split(' ').slice(0, mostSignatures)
  // Every pair is compared, so that the time does not tell which one matched.
  let isSigned = false
  for (const each of given) for (const own of right) isSigned = isSame(each, own) || isSigned
  if (!isSigned) return 'signature'
  return { id, bytes }
}

/**
 * Reads the keys of secrets.
 * @throws LatchkeyError CONFIG_INVALID for one that is none, and without any.
 */
export function parseSecrets(secret: WebhookClaim['secret']): readonly Uint8Array[] {
  const keys = (Array.isArray(secret) ? secret : [secret]).map(parseSecret)
  if (keys.length === 0) throw configError('secret', 'at least one')
  return keys
}

function parseSecret(secret: unknown): Uint8Array {
  const text = typeof secret === 'string' ? /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] : undefined
  const key = text === undefined || text.length % 4 === 1 ? undefined : fromBase64(text)
  // Below 24 bytes Standard Webhooks has no secret, and a guess could do.
  if (key === undefined || key.length < 24)
    throw configError('secret', 'a webhook’s secret: "whsec_" and base64 of at least 24 bytes')
  return key
}

function readHeader(headers: WebhookClaim['headers'], name: string): string | undefined {
  // Checked by its method: frameworks bring classes of their own.
  const value =
    typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
