import { generateKeyPairSync, randomBytes } from 'node:crypto'
import Provider, { type Context, interactionPolicy } from 'oidc-provider'
import { createMemoryAdapter } from './createMemoryAdapter.ts'
import { findPerson } from './devPeople.ts'

/** What the services are known by to every provider of the dev stack. */
export const devClient = { clientId: 'latchkey-dev', clientSecret: 'latchkey-dev-secret' } as const

const hour = 3_600

/**
 * Creates an OpenID provider with the features that the services use. Those with OAuth 2.0 alone issue no ID token, and
 * name the user by an API of their own.
 */
export function createProvider(options: {
  readonly name: string
  readonly issuer: string
  /** Where its visitors are sent back to. */
  readonly redirectUri: string
  readonly scopes: readonly string[]
  /** Where the client's secret comes. */
  readonly secret: 'basic' | 'post'
}): Provider {
  const { name, issuer, redirectUri, scopes, secret } = options
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const policy = interactionPolicy.base()
  // Everybody says each time who they are: a session that is remembered would be in the way.
  policy
    .get('login')
    .checks.add(
      new interactionPolicy.Check('chosen', 'No account chosen yet', ({ oidc }) => !oidc.result?.login),
    )

  return new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: devClient.clientId,
        client_secret: devClient.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: `client_secret_${secret}`,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    scopes,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], name: ['name'] },
    // Like the real ones: requested claims are in the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_: unknown, { uid }: { uid: string }) => `/${name}/choose/${uid}` },
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      IdToken: hour,
      Grant: hour,
      Interaction: hour,
      Session: hour,
    },
    async findAccount(_: unknown, email: string) {
      const person = findPerson(name, email)
      return (
        person && {
          accountId: email,
          claims: () => ({
            sub: person.id,
            email,
            email_verified: person.isProven,
            name: person.name,
          }),
        }
      )
    },
    async loadExistingGrant({ oidc }: Context) {
      const { clientId } = oidc.client
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope([...oidc.requestParamScopes].join(' '))
      await grant.save()
      return grant
    },
    async renderError(context: Context, out: { readonly error: string }) {
      context.type = 'text'
      context.body = `${out.error}\n`
    },
  })
}
