import { formatRouteUrl, type RouteDefinition } from 'latchkey/services'
import { entriesOf, listContractRoutes, type NamedRoute } from '../openapi/listRoutes.ts'

export const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const page = 'https://shop.example'
/** Where the wallet's frame is served, which alone may make the wallet's calls. */
export const wallet = 'https://keys.example'
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Words = Readonly<Record<string, string>>

/** Values that fit wherever the name stands. */
const common: Words = {
  address: account,
  chainId: 'eip155:31337',
  url: dot,
  sender: account,
  key: 'k'.repeat(43),
  amount: '1000000',
  userAddress: `eip155:31337:${account}`,
  from: 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  to: `eip155:31337:${account}`,
  tokenAddress: `eip155:31337:${account}`,
  quoteId: 'q'.repeat(43),
  hash: `0x${'ab'.repeat(32)}`,
  payment: 'p'.repeat(22),
  refund: 'r'.repeat(22),
  delivery: 'd'.repeat(22),
  asset: 'eip155:31337/slip44:60',
  network: 'eip155:31337',
  order: 'o'.repeat(24),
}

const hex = (bytes: number) => 'ab'.repeat(bytes)

const required = {
  scheme: 'exact',
  network: 'eip155:31337',
  amount: '10000',
  asset: account,
  payTo: account,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '1' },
}
const facilitated = {
  x402Version: 2,
  paymentPayload: {
    x402Version: 2,
    accepted: required,
    payload: {
      signature: `0x${'11'.repeat(65)}`,
      authorization: {
        from: account,
        to: account,
        value: '10000',
        validAfter: '0',
        validBefore: '4000000000',
        nonce: `0x${hex(32)}`,
      },
    },
  },
  paymentRequirements: required,
}

/** What a call needs beyond those. A new call with other needs gets its line here, or the tests of every route say so. */
const own: Readonly<Record<string, { readonly params?: Words; readonly body?: unknown }>> = {
  getWalletImage: { params: { id: 'metamask' } },
  getAssetImage: { params: { id: 'eip155:1' } },
  getCurrencyImage: { params: { id: 'usd' } },
  getTokenImage: { params: { id: 'usdc' } },
  getProfile: { params: { name: 'alice.latch.eth' } },
  getNameSuggestions: { params: { name: 'alice' } },
  getNameLookup: { params: { data: '0x9061b923' } },
  postNameLookup: { body: { sender: account, data: '0x9061b923' } },
  postProfile: {
    body: { coin_type: 60, address: account, message: '{}', signature: `0x${'11'.repeat(65)}` },
  },
  putProfile: {
    params: { name: 'alice.latch.eth' },
    body: { coin_type: 60, address: account, message: '{}', signature: `0x${'11'.repeat(65)}` },
  },
  postFungiblePrice: { body: { addresses: [`eip155:31337:${account}`] } },
  postRpc: { body: { jsonrpc: '2.0', id: 1, method: 'eth_chainId' } },
  postPaymaster: { body: { jsonrpc: '2.0', id: 1, method: 'pm_getPaymasterData', params: [] } },
  postHostPaymaster: {
    body: {
      url: 'https://paymaster.example/',
      call: { jsonrpc: '2.0', id: 1, method: 'pm_getPaymasterData', params: [] },
    },
  },
  getSessions: { params: { id: `eip155:31337:${account}` } },
  postSession: {
    params: { id: `eip155:31337:${account}` },
    body: {
      to: account,
      permission: { is: 'allowance', amount: '0x1', expiry: 4_000_000_000 },
      salt: `0x${hex(32)}`,
      signature: `0x${'11'.repeat(65)}`,
    },
  },
  postSessionRevoke: {
    params: { id: `eip155:31337:${account}` },
    body: { pci: `0x${hex(32)}`, signature: `0x${'11'.repeat(65)}` },
  },
  postSignIn: {
    body: {
      data: {
        accountAddress: account,
        chainId: 'eip155:31337',
        domain: 'shop.example',
        uri: page,
        version: '1',
        nonce: 'n'.repeat(22),
        issuedAt: '2026-11-21T09:00:00.000Z',
      },
      message: 'shop.example wants you to sign in',
      signature: `0x${'11'.repeat(65)}`,
    },
  },
  postEmail: { body: { email: 'visitor@mail.example', key: 'k'.repeat(43) } },
  postEmailCode: { body: { flow: 'f'.repeat(22), code: '12345678', key: 'k'.repeat(43) } },
  postLoginEmail: { body: { email: 'visitor@mail.example', page } },
  postLoginDevice: { body: { flow: 'f'.repeat(22) } },
  postLoginCode: { body: { flow: 'f'.repeat(22), code: '12345678' } },
  postLoginResend: { body: { flow: 'f'.repeat(22) } },
  postLoginLink: { body: { link: 'l'.repeat(43) } },
  postLoginRefresh: { body: { refresh: 'r'.repeat(43) } },
  postLoginSignOut: { body: { refresh: 'r'.repeat(43) } },
  postLoginSessionsEnd: { body: { account: 'a'.repeat(22) } },
  postLoginDeviceRevoke: { body: { device: 'd'.repeat(43) } },
  postLoginDelete: { body: { account: 'a'.repeat(22), possession: hex(64) } },
  postPasskeyOptions: { body: { purpose: 'login', page } },
  postPasskeyRegister: {
    body: {
      purpose: 'create',
      page,
      credential: { id: 'c'.repeat(22), clientDataJSON: 'e30', attestationObject: 'oA' },
    },
  },
  postPasskeyLogin: {
    body: {
      page,
      credential: { id: 'c'.repeat(22), clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
    },
  },
  postPasskeyDelete: { body: { credential: 'c'.repeat(22) } },
  postSocialBegin: { body: { provider: 'google', page } },
  postSocialPoll: { body: { flow: 'f'.repeat(22) } },
  postFarcasterBegin: { body: { page } },
  postFarcasterAnswer: { body: { message: 'keys.example wants you to', signature: '0x11', fid: 1 } },
  postSocialUnlink: { body: { provider: 'google' } },
  postEmailChange: { body: { email: 'visitor@mail.example', page } },
  postEmailChangePrimary: { body: { change: 'c'.repeat(22), code: '12345678' } },
  postEmailChangeFinish: { body: { cancel: false } },
  postEmailChangeSecondary: { body: { change: 'c'.repeat(22), code: '12345678' } },
  postLoginWaitingStop: { body: { id: 'w'.repeat(22) } },
  postLoginWaitingLink: { body: { link: 'l'.repeat(43) } },
  postLoginUndo: { body: { link: 'l'.repeat(43) } },
  postCustodyWallet: {
    body: {
      commit: hex(16),
      owner: hex(32),
      version: hex(16),
      half: hex(32),
      factors: [],
      possession: hex(64),
    },
  },
  postCustodyPair: { body: { epoch: 1, version: hex(16), half: hex(32), possession: hex(64) } },
  postCustodyRelease: { body: { epoch: 1, version: hex(16), request: hex(32), purpose: 'sign' } },
  postCustodyRefresh: {
    body: { epoch: 1, version: hex(16), next: { version: hex(16), pad: hex(32) } },
  },
  postCustodyRefreshAck: { body: { epoch: 2, version: hex(16) } },
  postCustodyRevoke: { body: { device: 'd'.repeat(43) } },
  postRecoveryFactor: {
    body: {
      factor: {
        id: hex(16),
        kind: 'code',
        params: {},
        half: hex(32),
        sealed: { v: 2, alg: 'A256GCM', kdf: 'code', epoch: 0, iv: hex(12), data: hex(48) },
      },
      possession: hex(64),
    },
  },
  postRecoveryFactorDelete: { body: { id: hex(16), possession: hex(64) } },
  postRecoveryRelease: { body: { id: hex(16) } },
  postPasswordEvaluate: { body: { blinded: hex(32) } },
  postCustodyExport: { body: { cancel: false } },
  postConvertTransaction: {
    body: {
      amount: '1000000',
      userAddress: `eip155:31337:${account}`,
      from: 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
      to: `eip155:31337:${account}`,
      exact: 'in',
      recipient: `eip155:31337:${account}`,
      provider: 'pools',
      gasPrice: '1',
      quoteId: 'q'.repeat(43),
    },
  },
  postOnRampQuote: {
    body: { purchaseCurrency: 'USDC', paymentCurrency: 'USD', amount: '100', network: 'eip155:31337' },
  },
  postOnRampUrl: {
    body: {
      destinationWallets: [`eip155:31337:${account}`],
      defaultNetwork: 'eip155:31337',
      quoteId: 'q'.repeat(43),
      idempotencyKey: 'k'.repeat(22),
    },
  },
  postExchangeOrder: {
    params: { id: 'tarn' },
    body: {
      asset: 'eip155:31337/slip44:60',
      amount: '1',
      recipient: `eip155:31337:${account}`,
      idempotencyKey: 'k'.repeat(22),
    },
  },
  postX402Verify: { body: facilitated },
  postX402Settle: { body: facilitated },
  postPayment: {
    body: {
      accepts: [{ asset: 'eip155:31337/slip44:60', amount: '1', recipient: `eip155:31337:${account}` }],
    },
  },
  postPaymentTransaction: { body: { caipNetworkId: 'eip155:31337', hash: `0x${'ab'.repeat(32)}` } },
  postRefund: { body: {} },
  postRefundTransaction: { body: { hash: `0x${'ab'.repeat(32)}` } },
  postAttestation: { body: { id: 'ab'.repeat(32) } },
  postAnalyticsEvent: {
    body: {
      eventId: '0b9c3c9e-1f0a-4c53-9d0f-6a3f0f2b7a11',
      url: page,
      domain: 'shop.example',
      timestamp: 1,
      props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
    },
  },
}

export interface SampleOptions {
  /** `null` names none. */
  readonly projectId?: string | null
  /** `null` names no page. */
  readonly origin?: string | null
  readonly params?: Words
  readonly query?: Words
  readonly headers?: Words
  /** Instead of the sample's body, as text. */
  readonly body?: string
}

/** A request that the call takes, but for what the options change. */
export function sampleRequest(
  { name, route }: NamedRoute,
  options: SampleOptions = {},
): { readonly path: string; readonly init: RequestInit } {
  const { projectId = 'shop', origin = isWalletOnly(route) ? wallet : page } = options
  const sample = own[name] ?? {}
  const params = { ...common, ...sample.params, ...options.params }
  const query: Record<string, string> = {
    ...(takesProject(route) && projectId !== null ? { projectId } : {}),
    ...requiredQuery(route),
    ...options.query,
  }
  for (const place of placesOf(route))
    if (!(place in params))
      throw new Error(`sampleRequest.fixture.ts needs a value for {${place}} of ${name}`)
  if (route.body !== undefined && sample.body === undefined)
    throw new Error(`sampleRequest.fixture.ts needs a body for ${name}`)
  return {
    path: formatRouteUrl('', { ...route, query: undefined } as never, { params, query } as never),
    init: {
      method: route.method,
      headers: {
        ...(origin === null ? {} : { origin }),
        ...(route.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(route.body === undefined ? {} : { body: options.body ?? JSON.stringify(sample.body) }),
    },
  }
}

/** Whether the wallet's own origin alone may call. */
export function isWalletOnly(route: RouteDefinition): boolean {
  return /^\/v1\/(?:custody|login)\//.test(route.path)
}

/** The names in the path. */
export function placesOf(route: RouteDefinition): readonly string[] {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(match => match[1] ?? '')
}

/** Each place of a request in which a caller may put what he likes. */
export function openPlaces(
  route: RouteDefinition,
): readonly { readonly in: 'params' | 'query'; readonly name: string }[] {
  return [
    ...placesOf(route).map(name => ({ in: 'params' as const, name })),
    ...Object.keys(entriesOf(route.query)).map(name => ({ in: 'query' as const, name })),
  ]
}

export function sampleBody(named: NamedRoute): unknown {
  return own[named.name]?.body
}

function takesProject(route: RouteDefinition): boolean {
  return 'projectId' in entriesOf(route.query)
}

function requiredQuery(route: RouteDefinition): Words {
  const needed = Object.entries(entriesOf(route.query)).filter(
    ([name, schema]) => name !== 'projectId' && Object(schema).type !== 'optional',
  )
  return Object.fromEntries(
    needed.map(([name]) => {
      const value = common[name]
      if (value === undefined) throw new Error(`sampleRequest.fixture.ts needs a value for ?${name}`)
      return [name, value]
    }),
  )
}

interface Step {
  readonly type: string
  readonly requirement?: unknown
}

/** The steps of each text that a schema takes, wherever it stands in it. */
export function pipesOf(schema: unknown, seen = new Set<unknown>()): readonly (readonly Step[])[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const { type, pipe } = schema as { type?: unknown; pipe?: readonly Step[] }
  const own = type === 'string' && pipe !== undefined ? [pipe] : []
  return [...own, ...Object.values(schema).flatMap(value => pipesOf(value, seen))]
}

/** Every call, for `it.each`. */
export const everyRoute: readonly (readonly [string, NamedRoute])[] = listContractRoutes().map(named => [
  `${named.route.method} ${named.route.path}`,
  named,
])
