import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { wallet } from '../signin/deviceKey.fixture.ts'

/** What a ceremony says, but for what a test changes. */
export interface CeremonyChange {
  readonly origin?: string
  readonly topOrigin?: string
  readonly type?: string
  readonly rpId?: string
  /** User present, user verified, and what a passkey says of its copies. */
  readonly flags?: number
  readonly counter?: number
}

/** A passkey in software: it says what a device would say (WebAuthn, attestation `none`). */
export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(16)
  const id = rawId.toString('base64url')

  const clientData = (challenge: string, type: string, change: CeremonyChange) => {
    const { origin = wallet, topOrigin } = change
    const around = topOrigin === undefined ? { crossOrigin: false } : { crossOrigin: true, topOrigin }
    return Buffer.from(JSON.stringify({ type: change.type ?? type, challenge, origin, ...around }))
  }
  const authData = (
    { rpId = new URL(wallet).hostname, flags = 0x05, counter = 0 }: CeremonyChange,
    more = Buffer.alloc(0),
  ) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const head = createHash('sha256').update(rpId).digest()
    return Buffer.concat([head, Buffer.of(flags | (more.length > 0 ? 0x40 : 0)), count, more])
  }

  return {
    id,
    make(challenge: string, change: CeremonyChange = {}) {
      const coordinate = (value: string) =>
        Buffer.concat([Buffer.of(0x58, 32), Buffer.from(value, 'base64url')])
      const key = Buffer.concat([
        Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
        coordinate(x),
        Buffer.of(0x22),
        coordinate(y),
      ])
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.of(0, rawId.length), rawId, key])
      const data = authData(change, attested)
      const text = (word: string) => Buffer.concat([Buffer.of(0x60 + word.length), Buffer.from(word)])
      const object = Buffer.concat([
        Buffer.of(0xa3),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.of(0xa0),
        text('authData'),
        Buffer.of(0x58, data.length),
        data,
      ])
      return {
        id,
        clientDataJSON: clientData(challenge, 'webauthn.create', change).toString('base64url'),
        attestationObject: object.toString('base64url'),
      }
    },
    use(challenge: string, change: CeremonyChange = {}) {
      const client = clientData(challenge, 'webauthn.get', change)
      const data = authData(change)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
    },
  }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>
