import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate with its private key, both as PEM. */
export interface TestCertificate {
  readonly cert: string
  readonly key: string
}

/** An authority of the test's own, and what it issues. */
export interface TestAuthority {
  readonly cert: string
  /** A certificate for these names that ends after so many days; negative: it has ended. */
  issue(names: readonly string[], days?: number): TestCertificate
}

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const hex = (text: string) => Buffer.from(text, 'hex')
const text = (tag: number, value: string) => der(tag, Buffer.from(value))
const time = (at: number) => text(0x18, `${new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)}Z`)
const name = (common: string) => sequence(der(0x31, sequence(hex('0603550403'), text(0x0c, common))))
const ecdsaSha256 = sequence(hex('06082a8648ce3d040302'))
const day = 86_400_000

export function createAuthority(): TestAuthority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const authority = `Latchkey test authority ${randomBytes(4).toString('hex')}`
  const make = (subject: string, publicKey: KeyObject, extension: Uint8Array, ends: number): string => {
    const body = sequence(
      hex('a003020102'),
      der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
      ecdsaSha256,
      name(authority),
      sequence(time(Math.min(Date.now(), ends) - 10 * day), time(ends)),
      name(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, sequence(extension)),
    )
    const signature = sign('sha256', body, own.privateKey)
    const whole = sequence(body, ecdsaSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
    return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  }
  const isAuthority = sequence(hex('0603551d13'), hex('0101ff'), der(0x04, sequence(hex('0101ff'))))
  return {
    cert: make(authority, own.publicKey, isAuthority, Date.now() + 3_650 * day),
    issue(names, days = 90) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const listed = sequence(...names.map(each => text(0x82, each)))
      const extension = sequence(hex('0603551d11'), der(0x04, listed))
      return {
        cert: make(names[0] ?? 'nothing', publicKey, extension, Date.now() + days * day + day / 2),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}
