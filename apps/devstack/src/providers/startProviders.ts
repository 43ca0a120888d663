import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { socialCallbackPath } from 'latchkey/services'
import type Provider from 'oidc-provider'
import { devContracts } from '../contracts/contractPlan.ts'
import { isLocalHost } from '../http/isLocalHost.ts'
import type { Listening } from '../http/serveApp.ts'
import { createFarcasterApp, type FarcasterChain } from './createFarcasterApp.ts'
import { createProvider, devClient } from './createProvider.ts'
import { describePerson, findPerson } from './devPeople.ts'
import { formatProviderPage, providerPageHeaders } from './providerPage.ts'
import { readText } from './readText.ts'

/** The flow of each provider, and its authentication of the client. */
const plans = {
  google: { scopes: ['openid', 'email', 'profile'], secret: 'post' },
  apple: { scopes: ['openid', 'email', 'name'], secret: 'post' },
  github: { scopes: ['read:user', 'user:email'], secret: 'post' },
  facebook: { scopes: ['public_profile'], secret: 'post' },
  x: { scopes: ['users.read', 'tweet.read'], secret: 'basic' },
  discord: { scopes: ['identify', 'email'], secret: 'post' },
} as const

/** The listening providers, and their variables for the services. */
export interface Providers extends Listening {
  readonly variables: Readonly<Record<'SOCIAL_PROVIDERS' | 'SOCIAL_BASE_URL', string>> &
    Readonly<Record<string, string>>
}

/**
 * Plays google, apple, github, facebook, x and discord, each below its name, for the services of one wallet origin; and the
 * app of Farcaster accounts on a chain.
 * @throws Error of the system when the port cannot be had.
 */
export async function startProviders(options: {
  port: number
  host: string
  /** Where the wallet's page is. */
  walletOrigin: string
  /** The location of Farcaster's registries; without it no Farcaster app is played. */
  chain?: FarcasterChain | undefined
}): Promise<Providers> {
  const { walletOrigin, chain } = options
  const playFarcaster = chain && createFarcasterApp(chain)
  const providers = new Map<string, { provider: Provider; answer: ReturnType<Provider['callback']> }>()
  const server = createServer((request, response) => {
    serve(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  server.listen({ port: options.port, host: options.host })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const base = `http://localhost:${port}`
  for (const [name, plan] of Object.entries(plans)) {
    const redirectUri = `${walletOrigin}${socialCallbackPath}${name}`
    const provider = createProvider({ name, issuer: `${base}/${name}`, redirectUri, ...plan })
    providers.set(name, { provider, answer: provider.callback() })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', base)
    const [, name = '', place = '', ...rest] = pathname.split('/')
    const found = providers.get(name)
    const isLocal = isLocalHost(request.headers.host ?? '')
    if (isLocal && name === 'farcaster' && playFarcaster !== undefined)
      return playFarcaster(request, response)
    if (!isLocal || found === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such provider here.\n')
      return
    }
    if (place === 'choose') return choose(name, found.provider, request, response)
    if (place === 'user') return tell(name, found.provider, rest[0] === 'emails', request, response)
    // As for middleware mounted below a path.
    Object.assign(request, { originalUrl: request.url })
    request.url = `/${[place, ...rest].join('/')}${search}`
    await found.answer(request, response)
  }

  return {
    port,
    variables: {
      SOCIAL_BASE_URL: base,
      SOCIAL_PROVIDERS: JSON.stringify(Object.fromEntries(Object.keys(plans).map(name => [name, devClient]))),
      ...(chain !== undefined && {
        FARCASTER_CHAIN: `eip155:${chain.chainId}`,
        FARCASTER_ID_REGISTRY: devContracts.farcaster,
        FARCASTER_KEY_REGISTRY: devContracts.farcaster,
        FARCASTER_APP_URL: `${base}/farcaster`,
      }),
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Shows the page where a user names themselves, and reads the answer. */
async function choose(
  name: string,
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.writeHead(200, providerPageHeaders).end(formatProviderPage(name))
    return
  }
  const form = new URLSearchParams(await readText(request))
  const person = findPerson(name, (form.get('email') ?? '').trim().toLowerCase())
  const result =
    form.has('deny') || person === undefined
      ? { error: 'access_denied' }
      : { login: { accountId: person.email, remember: false }, consent: {} }
  await provider.interactionFinished(request, response, result)
}

/** The provider's own interface: who the bearer of a token is. */
async function tell(
  name: string,
  provider: Provider,
  isEmails: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, token = ''] = /^Bearer (\S{1,2000})$/.exec(request.headers.authorization ?? '') ?? []
  const found = await provider.AccessToken.find(token)
  const person = found && findPerson(name, found.accountId)
  if (person === undefined) {
    response.writeHead(401).end()
    return
  }
  const { email, isProven: verified } = person
  const said = isEmails ? [{ email, primary: true, verified }] : describePerson(name, person)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
}
