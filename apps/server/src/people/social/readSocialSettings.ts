import { createPrivateKey, type KeyObject } from 'node:crypto'
import { frameSocials, isLoopbackOrigin } from 'latchkey/services'
import * as v from 'valibot'
import { jsonObject, type Reader, type ReadVariable, Wrong } from '../../core/settings/readers.ts'
import { type FarcasterSettings, readFarcasterSettings } from './farcaster/readFarcasterSettings.ts'
import type { SocialName } from './socialPlans.ts'

/** What a provider knows us by. */
export interface SocialAccess {
  readonly clientId: string
  /** A text, or what Apple wants one to be signed with for each call. */
  readonly secret: string | { readonly teamId: string; readonly keyId: string; readonly key: KeyObject }
}

export interface SocialSettings {
  /** Providers that can be offered. Their secrets are in here: never log them. */
  readonly providers: ReadonlyMap<SocialName, SocialAccess>
  /** Where a development server plays all of them. */
  readonly base: string | undefined
  readonly farcaster: FarcasterSettings | undefined
}

export function readSocialSettings(read: ReadVariable): SocialSettings {
  return {
    providers: read<SocialSettings['providers']>('SOCIAL_PROVIDERS', new Map(), providers),
    base: read<string | undefined>('SOCIAL_BASE_URL', undefined, base),
    farcaster: readFarcasterSettings(read),
  }
}

const word = v.pipe(v.string(), v.minLength(1), v.maxLength(512), v.regex(/^[\x21-\x7e]+$/))
const accessSchema = v.union([
  v.strictObject({ clientId: word, clientSecret: word }),
  v.strictObject({
    clientId: word,
    teamId: word,
    keyId: word,
    privateKey: v.pipe(v.string(), v.maxLength(2_048)),
  }),
])

const shape =
  'must be a JSON object from provider to client, such as {"google":{"clientId":"…","clientSecret":"…"}}'

const providers: Reader<SocialSettings['providers']> = text => {
  const all = new Map<SocialName, SocialAccess>()
  for (const [key, value] of Object.entries(jsonObject(text, shape))) {
    const name = frameSocials.find(each => each === key)
    if (name === undefined) throw new Wrong(`must have some of ${frameSocials.join(', ')} as keys`)
    const access = v.safeParse(accessSchema, value)
    if (!access.success) throw new Wrong(`must have clientId and clientSecret for ${name}`)
    const { output } = access
    if ('clientSecret' in output) all.set(name, { clientId: output.clientId, secret: output.clientSecret })
    else if (name === 'apple') {
      const { clientId, teamId, keyId, privateKey } = output
      all.set(name, { clientId, secret: { teamId, keyId, key: signingKey(privateKey) } })
    } else throw new Wrong(`must have clientId and clientSecret for ${name}`)
  }
  return all
}

function signingKey(pem: string): KeyObject {
  const fault = new Wrong('must have a P-256 private key in PEM as privateKey for apple')
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw fault
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw fault
  return key
}

const base: Reader<string> = text => {
  // A server at this address decides every identity.
  if (!isLoopbackOrigin(text))
    throw new Wrong('must be an origin of this machine, such as http://localhost:4405')
  return text
}
