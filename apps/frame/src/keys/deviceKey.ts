import { canonicalJson, custodyBodyText } from 'latchkey/services'
import { type Bytes, base64url, toBytes } from './bytes.ts'
import type { KeyDatabase } from './keyDatabase.ts'

/** A device: this browser under this host site, by a key that cannot leave it. */
export interface DeviceKey {
  /** RFC 7638 thumbprint; it names the device. */
  readonly device: string
  /** Encrypts the device's own key shares; not extractable either. */
  readonly wrap: CryptoKey
  /** A proof for one call (`DPoP`, RFC 9449), for one body if there is one. */
  prove(call: {
    readonly method: string
    /** Whole, without query and fragment. */
    readonly url: string
    /** The token that goes with it. */
    readonly token?: string | undefined
    readonly body?: object | undefined
  }): Promise<string>
}

/** The name of the device's record in a key database. */
export const deviceRecord = 'device'

/** A device's keys as a browser stores them; none of them can be read. */
export interface DeviceKeys {
  readonly pair: CryptoKeyPair
  readonly wrap: CryptoKey
}

/** The device's key, made when there is none; of two tabs that make one at once, the first one's stays. */
export async function openDeviceKey(deps: {
  readonly database: KeyDatabase
  readonly locks: Pick<LockManager, 'request'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Promise<DeviceKey> {
  const { database, locks, now } = deps
  const { pair, wrap } = await locks.request('latchkey device', async () => {
    const stored = await database.read(deviceRecord)
    if (isDeviceKeys(stored)) return stored
    const made = await makeKeys()
    await database.write(deviceRecord, made)
    return made
  })
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const jwk = { kty, crv, x, y }
  const device = await digest(toBytes(canonicalJson(jwk)))
  return {
    device,
    wrap,
    async prove({ method, url, token, body }) {
      const header = { typ: 'dpop+jwt', alg: 'ES256', jwk }
      const claims = {
        jti: crypto.randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(now() / 1_000),
        ...(token !== undefined && { ath: await digest(toBytes(token)) }),
        ...(body !== undefined && { bh: await digest(toBytes(custodyBodyText(body))) }),
      }
      const text = [header, claims].map(part => base64url(toBytes(JSON.stringify(part)))).join('.')
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      const signature = await crypto.subtle.sign(algorithm, pair.privateKey, toBytes(text))
      return `${text}.${base64url(new Uint8Array(signature))}`
    },
  }
}

async function makeKeys(): Promise<DeviceKeys> {
  return {
    pair: await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']),
    wrap: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  }
}

/** Whether the record comes from `makeKeys`: an extractable key is foreign. */
export function isDeviceKeys(value: unknown): value is DeviceKeys {
  const { pair, wrap } = Object(value) as Partial<DeviceKeys>
  const { privateKey, publicKey } = Object(pair) as Partial<CryptoKeyPair>
  return (
    isKey(privateKey, 'ECDSA') &&
    !privateKey.extractable &&
    isKey(publicKey, 'ECDSA') &&
    isKey(wrap, 'AES-GCM') &&
    !wrap.extractable
  )
}

function isKey(value: unknown, algorithm: string): value is CryptoKey {
  return value instanceof CryptoKey && value.algorithm.name === algorithm
}

async function digest(bytes: Bytes): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}
