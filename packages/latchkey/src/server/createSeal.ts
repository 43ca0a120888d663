import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { configError } from '../contract/error.ts'

/** Characters of a token that are read. */
const longestToken = 4_096

/** Texts that only the holder of the secret can have made (T33). */
export interface Seal {
  close(value: string): string
  /** Returns the text that one of the secrets closed; undefined for any other token. */
  open(token: string): string | undefined
}

/**
 * Seals with the first secret, opens with all of them: a new secret is put first, and the old one goes when its sessions
 * are over. There is one algorithm (HMAC-SHA-256), which no token can choose.
 * @throws LatchkeyError CONFIG_INVALID for a secret of less than 32 characters.
 */
export function createSeal(secret: string | readonly string[], purpose: string): Seal {
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0 || !secrets.every(each => typeof each === 'string' && each.length >= 32)) {
    throw configError('secret', 'at least 32 random characters, for example of `openssl rand -base64 33`')
  }
  const keys = secrets.map(each => {
    const key = hmac(sha256, utf8ToBytes(each), utf8ToBytes(purpose))
    return { key, id: toBase64Url(sha256(key).subarray(0, 6)) }
  })
  const sign = (key: Uint8Array, text: string) => toBase64Url(hmac(sha256, key, utf8ToBytes(text)))
  return {
    close(value) {
      const [first] = keys
      if (!first) throw configError('secret', 'is missing')
      const text = `1.${first.id}.${toBase64Url(utf8ToBytes(value))}`
      return `${text}.${sign(first.key, text)}`
    },
    open(token) {
      if (token.length > longestToken) return undefined
      const [version, id, value, mac, ...more] = token.split('.')
      const known = keys.find(each => each.id === id)
      if (version !== '1' || !known || value === undefined || mac === undefined || more.length > 0)
        return undefined
      if (!isSame(mac, sign(known.key, `1.${id}.${value}`))) return undefined
      return fromBase64Url(value)
    },
  }
}

/** Compares without telling by its time where they differ. */
export function isSame(given: string, right: string): boolean {
  if (given.length !== right.length) return false
  let difference = 0
  for (let at = 0; at < right.length; at++) difference |= given.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): string | undefined {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, character => character.charCodeAt(0)),
    )
  } catch {
    return undefined
  }
}
