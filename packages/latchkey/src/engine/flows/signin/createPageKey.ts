/** The page's own key, by which the services know who asks (RFC 9449): a stolen token is worth nothing without it (T32). */
import type { RouteDefinition } from '../../../contract/route.ts'
import type { EngineContext } from '../../context.ts'
import { createKeyStore, type KeyStore } from './createKeyStore.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

export interface PageKey {
  /** RFC 7638 thumbprint. */
  readonly thumbprint: string
  /** Whether it was here before this page was loaded: it may have sessions that go on. */
  readonly isKept: boolean
  /** Stores the key non-extractable in this browser: this site's pages can use it, and a copy of the storage cannot. */
  keep(): Promise<void>
  /** Keeps it no longer than this page. */
  forget(): Promise<void>
  /** The headers of one call that is proven by the key; with a token, bound to that too. */
  headers(route: RouteDefinition, token?: string): Promise<Readonly<Record<string, string>>>
  /** The services' clock, from a time of theirs: ISO 8601. A visitor's own may be hours off. */
  learn(time: string): void
  /** When a time of theirs is by this machine's clock: milliseconds since the epoch. */
  localTime(time: string): number
}

/** What a page key needs of an engine. */
export type PageKeyContext = Pick<EngineContext, 'config' | 'clock' | 'random'>

/**
 * Takes up the key that this browser keeps, or makes one: P-256, not extractable.
 * @throws Error on pages without WebCrypto (plain http).
 */
export async function createPageKey(
  { config, clock, random }: PageKeyContext,
  store: KeyStore = createKeyStore({ config, clock }),
): Promise<PageKey> {
  const { subtle } = crypto
  const kept = await store.read()
  const pair = kept ?? (await subtle.generateKey(algorithm, false, ['sign']))
  const { privateKey, publicKey } = pair
  const { x, y } = await subtle.exportKey('jwk', publicKey)
  // The members of RFC 7638 in its order, which is the alphabet's.
  const jwk = { crv: 'P-256', kty: 'EC', x, y }
  const thumbprint = await digest(JSON.stringify(jwk))
  let offset = 0

  return {
    thumbprint,
    isKept: kept !== undefined,
    keep: () => store.write(pair),
    forget: () => store.clear(),
    learn(time) {
      const at = Date.parse(time)
      if (!Number.isNaN(at)) offset = at - clock.now()
    },
    localTime: time => Date.parse(time) - offset,
    async headers({ method, path }, token) {
      const head = { typ: 'dpop+jwt', alg: 'ES256', jwk }
      const body = {
        jti: random.id(),
        htm: method,
        htu: `${config.endpoints?.api?.replace(/\/+$/, '')}${path}`,
        iat: Math.floor((clock.now() + offset) / 1_000),
        ...(token !== undefined && { ath: await digest(token) }),
      }
      const signed = `${toBase64url(encode(JSON.stringify(head)))}.${toBase64url(encode(JSON.stringify(body)))}`
      const signature = await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, encode(signed))
      return {
        DPoP: `${signed}.${toBase64url(new Uint8Array(signature))}`,
        ...(token !== undefined && { Authorization: `DPoP ${token}` }),
      }
    },
  }
}

async function digest(text: string): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', encode(text))))
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}
