import { randomUUID, sign } from 'node:crypto'
import { socialCallbackPath } from 'latchkey/services'
import type * as OAuth from 'openid-client'
import { lazyLibrary } from '../../core/libraries/lazyLibrary.ts'
import type { LoginIdentity } from '../login/createAccounts.ts'
import { createSocialFetch } from './createSocialFetch.ts'
import { readAppleName, readIdentity } from './readIdentity.ts'
import type { SocialAccess, SocialSettings } from './readSocialSettings.ts'
import { type SocialName, type SocialPlan, socialPlan } from './socialPlans.ts'

const openidClient = lazyLibrary<typeof OAuth>('openid-client')

/** Milliseconds for which a provider's own document is believed. */
const documentLifetime = 3_600_000
/** Seconds for one call, and by which clocks may differ. */
const timeout = 10
const skew = 60

/** What binds an answer to the question: 256 bits each, made anew for each time. */
export interface SocialQuestion {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Who came back, and when they logged in at the provider by its word, in milliseconds since 1970: plain OAuth 2 says no time. */
export interface SocialResult {
  readonly identity: LoginIdentity
  readonly loggedInAt: number | undefined
}

/** Speaks with the providers that are set up: authorization code and PKCE, on the server (reference §3.3). */
export interface SocialClient {
  readonly providers: readonly SocialName[]
  readonly plan: (provider: SocialName) => SocialPlan
  /** Where a visitor is sent; with `isProof`, to log in there anew. @throws when the provider cannot be reached. */
  askUrl(provider: SocialName, question: SocialQuestion, isProof?: boolean): Promise<string>
  /**
   * Who came back: the answer's state and issuer, the code, and the ID token's issuer, audience, nonce, times and signature
   * are checked. The provider's tokens end here. With `since`, in milliseconds since 1970, they have to have logged in there
   * from then on, by the provider's word.
   * @throws whatever was wrong; `isDenied` knows the one that is no fault.
   */
  redeem(
    provider: SocialName,
    answer: URLSearchParams,
    question: SocialQuestion & { readonly since?: number | undefined },
  ): Promise<SocialResult>
  /** Whether it answered lately; does not affect pending logins. */
  isAvailable(provider: SocialName): boolean
}

export function createSocialClient(deps: {
  readonly settings: SocialSettings
  readonly walletOrigin: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}): SocialClient {
  const { settings, walletOrigin, now } = deps
  const known = new Map<
    SocialName,
    { readonly config: Promise<OAuth.Configuration>; readonly until: number }
  >()
  const { fetchOf, isAvailable } = createSocialFetch({ now })
  const plan = (provider: SocialName) => socialPlan(provider, settings.base)
  const redirectUri = (provider: SocialName) => `${walletOrigin}${socialCallbackPath}${provider}`

  async function make(provider: SocialName, access: SocialAccess): Promise<OAuth.Configuration> {
    const oauth = openidClient()
    const { issuer, endpoints, secret } = plan(provider)
    const metadata = { [oauth.clockTolerance]: skew, [oauth.clockSkew]: (now() - Date.now()) / 1_000 }
    const auth = clientAuth(access, secret, now)
    const fetch = fetchOf(provider)
    const execute = issuer.startsWith('http:') ? [oauth.allowInsecureRequests] : []
    const { clientId } = access
    if (endpoints === undefined) {
      const options = { execute, timeout, [oauth.customFetch]: fetch }
      const config = await oauth.discovery(new URL(issuer), clientId, metadata, auth, options)
      oauth.enableNonRepudiationChecks(config)
      return config
    }
    const { authorization, token } = endpoints
    const server = { issuer, authorization_endpoint: authorization, token_endpoint: token }
    const config = new oauth.Configuration(server, clientId, metadata, auth)
    for (const each of execute) each(config)
    config.timeout = timeout
    config[oauth.customFetch] = fetch
    return config
  }

  function configOf(provider: SocialName): Promise<OAuth.Configuration> {
    const access = settings.providers.get(provider)
    if (access === undefined) throw new Error('This provider is not set up')
    const found = known.get(provider)
    if (found !== undefined && found.until > now()) return found.config
    const entry = { config: make(provider, access), until: now() + documentLifetime }
    known.set(provider, entry)
    entry.config.catch(() => {
      if (known.get(provider) === entry) known.delete(provider)
    })
    return entry.config
  }

  async function ask(config: OAuth.Configuration, token: string, url: string): Promise<unknown> {
    const oauth = openidClient()
    const headers = new Headers({ accept: 'application/json', 'user-agent': 'latchkey' })
    const response = await oauth.fetchProtectedResource(config, token, new URL(url), 'GET', null, headers)
    if (response.status !== 200) throw new Error(`The provider answered with status ${response.status}`)
    return response.json()
  }

  return {
    providers: [...settings.providers.keys()],
    plan,
    isAvailable,
    async askUrl(provider, { state, nonce, verifier }, isProof = false) {
      const oauth = openidClient()
      const config = await configOf(provider)
      const { scope, answer, endpoints } = plan(provider)
      const url = oauth.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri(provider),
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(endpoints === undefined && { nonce }),
        ...(answer === 'form_post' && { response_mode: answer }),
        // When its visitor logged in there: a provider that remembers them answers without asking (S5).
        ...(endpoints === undefined && stated),
        ...(isProof && anew),
      })
      return url.href
    },
    async redeem(provider, answer, { state, nonce, verifier, since }) {
      const oauth = openidClient()
      const config = await configOf(provider)
      const { endpoints } = plan(provider)
      const url = new URL(redirectUri(provider))
      // Nothing else of an answer counts, such as an ID token that came through the browser.
      for (const name of ['code', 'state', 'iss', 'error']) {
        for (const value of answer.getAll(name)) url.searchParams.append(name, value)
      }
      const tokens = await oauth.authorizationCodeGrant(config, url, {
        expectedState: state,
        pkceCodeVerifier: verifier,
        ...(endpoints === undefined && { expectedNonce: nonce, idTokenExpected: true }),
      })
      if (since !== undefined) requireAnew(tokens.claims(), since)
      if (endpoints === undefined) {
        const named = provider === 'apple' ? readAppleName(answer.get('user') ?? undefined) : undefined
        const claims = tokens.claims()
        return {
          identity: readIdentity(provider, { user: claims, named }),
          loggedInAt: timeOf(claims, now()),
        }
      }
      const [user, emails] = await Promise.all([
        ask(config, tokens.access_token, endpoints.user),
        // The identity is known without the addresses.
        endpoints.emails && ask(config, tokens.access_token, endpoints.emails).catch(() => undefined),
      ])
      return { identity: readIdentity(provider, { user, emails }), loggedInAt: undefined }
    },
  }
}

/** Requests a claim about when the visitor logged in at the provider. */
const stated = { claims: JSON.stringify({ id_token: { auth_time: { essential: true } } }) }

/** Has a provider log its visitor in, whether it remembers them or not. */
const anew = { prompt: 'login', max_age: '0' }

/** The claim about the visitor's login in milliseconds since 1970; undefined for none, or one of the future. */
function timeOf(claims: OAuth.IDToken | undefined, now: number): number | undefined {
  const at = claims?.auth_time
  return at !== undefined && at >= 0 && at * 1_000 <= now + skew * 1_000
    ? Math.min(at * 1_000, now)
    : undefined
}

/** A provider may ignore the parameter, and an attacker may drop it from the address, so its claim about the time decides. */
function requireAnew(claims: OAuth.IDToken | undefined, since: number): void {
  const at = claims?.auth_time
  if (at === undefined || at + skew < Math.floor(since / 1_000))
    throw new Error('The provider did not have its visitor log in anew')
}

/** Whether the visitor refused at the provider, which is no fault. */
export function isDenied(error: unknown): boolean {
  const oauth = openidClient()
  return error instanceof oauth.AuthorizationResponseError && /denied|cancel/.test(error.error)
}

function clientAuth({ clientId, secret }: SocialAccess, place: SocialPlan['secret'], now: () => number) {
  const oauth = openidClient()
  if (typeof secret === 'string')
    return place === 'basic' ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
  const { teamId, keyId, key } = secret
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return ((_server, _client, body) => {
    const iat = Math.floor(now() / 1_000)
    const claims = { iss: teamId, iat, exp: iat + 300, jti: randomUUID() }
    const head = part({ alg: 'ES256', kid: keyId })
    const text = `${head}.${part({ ...claims, aud: 'https://appleid.apple.com', sub: clientId })}`
    const seal = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
    body.set('client_id', clientId)
    body.set('client_secret', `${text}.${seal.toString('base64url')}`)
  }) satisfies OAuth.ClientAuth
}
