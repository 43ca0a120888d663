import type { frameSocials } from 'latchkey/services'

export type SocialName = (typeof frameSocials)[number]

/** How a provider is spoken to. */
export interface SocialPlan {
  /** What it has to call itself in every answer that says so (RFC 9207, ID tokens): pinned here, never learnt. */
  readonly issuer: string
  /** Where OAuth 2.0 alone is spoken; with OpenID Connect the issuer's own document says. */
  readonly endpoints:
    | {
        readonly authorization: string
        readonly token: string
        /** The address that reports the identity. */
        readonly user: string
        /** What says which of their addresses are proven. */
        readonly emails?: string
      }
    | undefined
  readonly scope: string
  /** How the answer comes back: in the address, or as a form. */
  readonly answer: 'query' | 'form_post'
  /** Where the client's secret goes. */
  readonly secret: 'basic' | 'post'
}

const plans: Readonly<Record<SocialName, SocialPlan>> = {
  google: {
    issuer: 'https://accounts.google.com',
    endpoints: undefined,
    scope: 'openid email profile',
    answer: 'query',
    secret: 'post',
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    endpoints: undefined,
    scope: 'openid name email',
    // It insists, where a name or an address is asked for.
    answer: 'form_post',
    secret: 'post',
  },
  github: {
    issuer: 'https://github.com/login/oauth',
    endpoints: {
      authorization: 'https://github.com/login/oauth/authorize',
      token: 'https://github.com/login/oauth/access_token',
      user: 'https://api.github.com/user',
      emails: 'https://api.github.com/user/emails',
    },
    scope: 'read:user user:email',
    answer: 'query',
    secret: 'post',
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    endpoints: {
      authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
      token: 'https://graph.facebook.com/v23.0/oauth/access_token',
      user: 'https://graph.facebook.com/v23.0/me?fields=id,name',
    },
    // Its word on addresses is not taken, so none is asked for.
    scope: 'public_profile',
    answer: 'query',
    secret: 'post',
  },
  x: {
    issuer: 'https://x.com',
    endpoints: {
      authorization: 'https://x.com/i/oauth2/authorize',
      token: 'https://api.x.com/2/oauth2/token',
      user: 'https://api.x.com/2/users/me',
    },
    scope: 'users.read tweet.read',
    answer: 'query',
    secret: 'basic',
  },
  discord: {
    issuer: 'https://discord.com',
    endpoints: {
      authorization: 'https://discord.com/oauth2/authorize',
      token: 'https://discord.com/api/oauth2/token',
      user: 'https://discord.com/api/users/@me',
    },
    scope: 'identify email',
    answer: 'query',
    secret: 'post',
  },
}

/** The plan of a provider; with `base` everything of it is below there, where the dev stack plays it. */
export function socialPlan(name: SocialName, base?: string): SocialPlan {
  const plan = plans[name]
  if (base === undefined) return plan
  const issuer = `${base}/${name}`
  return {
    ...plan,
    issuer,
    endpoints: plan.endpoints && {
      authorization: `${issuer}/auth`,
      token: `${issuer}/token`,
      user: `${issuer}/user`,
      ...(plan.endpoints.emails !== undefined && { emails: `${issuer}/user/emails` }),
    },
  }
}
