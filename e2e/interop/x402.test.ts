/** Paid requests and webhooks beside the packages of the x402 Foundation and of Standard Webhooks, over HTTP and a real chain. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Chain, deployContracts, devAccounts, devContracts, startChain } from '@latchkey/devstack'
import { developmentSecret, type RunningServer, signMessage, startServer } from '@latchkey/server'
import { requirePayment, toNodeHandler, verifyWebhook } from 'latchkey/server'
import { type PaymentPayload, type PaymentRequirements, x402Headers } from 'latchkey/services'
import { createPublicClient, createWalletClient, erc20Abi, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payAsWidget } from './payAsWidget.ts'
import { peerFolder } from './peerFolder.ts'

// The packages are in the peers' folder alone, so their types are not at hand: what the tests call, written down.
type Fetch = typeof fetch
interface Verdict {
  isValid: boolean
  invalidReason?: string
  payer?: string
}
interface Settled {
  success: boolean
  errorReason?: string
  transaction: string
}
interface Facilitator {
  verify(payment: unknown, requirements: unknown): Promise<Verdict>
  settle(payment: unknown, requirements: unknown): Promise<Settled>
}
interface App {
  use(middleware: unknown): void
  get(path: string, handle: (c: { text(words: string): Response }) => Response): void
  fetch(request: Request): Promise<Response>
}
interface Peers {
  wrapFetchWithPaymentFromConfig(fetch: Fetch, config: object): Fetch
  decodePaymentResponseHeader(header: string): Settled
  encodePaymentSignatureHeader(payment: unknown): string
  encodePaymentRequiredHeader(required: unknown): string
  ClientScheme: new (signer: unknown) => unknown
  ServerScheme: new () => unknown
  FacilitatorScheme: new (signer: unknown) => Facilitator
  toFacilitatorEvmSigner(client: object): unknown
  HTTPFacilitatorClient: new (
    config: object,
  ) => Facilitator & { getSupported(): Promise<{ kinds: unknown[]; signers: object }> }
  x402ResourceServer: new (facilitator: unknown) => { register(network: string, scheme: unknown): unknown }
  paymentMiddleware(routes: object, server: unknown): unknown
  Hono: new () => App
  Webhook: new (
    secret: string,
  ) => { verify(body: string, headers: object): unknown; sign(id: string, at: Date, body: string): string }
}

const network = 'eip155:31337' as const
const shop = '0x000000000000000000000000000000000000beef'
const [, theirs, ours, other] = devAccounts.map(({ privateKey }) => privateKeyToAccount(privateKey)) as [
  ReturnType<typeof privateKeyToAccount>,
  ReturnType<typeof privateKeyToAccount>,
  ReturnType<typeof privateKeyToAccount>,
  ReturnType<typeof privateKeyToAccount>,
]
const price = {
  ...{ network, asset: devContracts.usdc, amount: '10000', payTo: shop },
  ...{ name: 'USD Coin', version: '1' },
} as const

let peers: Peers
let chain: Chain
let services: RunningServer
let folder: string
const servers: Server[] = []

beforeAll(async () => {
  const require = createRequire(join(peerFolder('x402'), 'package.json'))
  const load = (name: string) => import(pathToFileURL(require.resolve(name)).href)
  const [client, scheme, serving, facilitating, evm, server, wire, middleware, hono, hooks] =
    await Promise.all(
      [
        ...['@x402/fetch', '@x402/evm/exact/client', '@x402/evm/exact/server', '@x402/evm/exact/facilitator'],
        ...['@x402/evm', '@x402/core/server', '@x402/core/http', '@x402/hono', 'hono', 'standardwebhooks'],
      ].map(load),
    )
  peers = {
    ...client,
    ...server,
    ...wire,
    ClientScheme: scheme.ExactEvmScheme,
    ServerScheme: serving.ExactEvmScheme,
    FacilitatorScheme: facilitating.ExactEvmScheme,
    toFacilitatorEvmSigner: evm.toFacilitatorEvmSigner,
    paymentMiddleware: middleware.paymentMiddleware,
    Hono: hono.Hono,
    Webhook: hooks.Webhook,
  }
  chain = await startChain({ chainId: 31_337, port: 0 })
  await deployContracts(chain)
  folder = await mkdtemp(join(tmpdir(), 'latchkey-x402-'))
  services = await startServer({
    host: '127.0.0.1',
    port: 0,
    dataFolder: folder,
    env: {
      LATCHKEY_DEV: '1',
      LOG_LEVEL: 'error',
      RPC_UPSTREAMS: JSON.stringify({ [network]: [chain.url] }),
      X402_KEY: devAccounts[8]?.privateKey,
      X402_NETWORKS: network,
    },
  })
})
afterAll(async () => {
  for (const server of servers) server.close()
  await services.close()
  await chain.stop()
  await rm(folder, { recursive: true })
})

/** Puts a handler on a port; answers its URL. */
async function serve(handle: (request: Request) => Promise<Response>): Promise<string> {
  const server = createServer(toNodeHandler({ handle }))
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/report`
}

const access = () => ({ endpoint: services.url, projectId: 'latchkey-dev', secret: developmentSecret })
const reader = () => createPublicClient({ transport: http(chain.url) })
const held = (owner: Hex) =>
  reader().readContract({
    ...{ address: devContracts.usdc, abi: erc20Abi, functionName: 'balanceOf' },
    args: [owner],
  } as const)

/** Our route that costs something, and how often it served. */
async function openOurRoute() {
  let served = 0
  const route = requirePayment({ ...access(), price }, () => {
    served++
    return new Response('the report')
  })
  return { url: await serve(request => route.handle(request)), served: () => served }
}

/** Their route, behind their middleware, which asks our facilitator. */
async function openTheirRoute() {
  const app = new peers.Hono()
  const { amount, asset, name, version } = price
  const accepts = {
    scheme: 'exact',
    network,
    payTo: shop,
    price: { amount, asset, extra: { name, version } },
  }
  const server = new peers.x402ResourceServer(reachOurs())
  server.register(network, new peers.ServerScheme())
  app.use(peers.paymentMiddleware({ 'GET /report': { accepts, description: 'A report' } }, server))
  app.get('/report', c => c.text('the report'))
  return serve(request => app.fetch(request))
}

/** Their client of facilitators, at ours. */
function reachOurs() {
  const headers = { authorization: `Bearer ${developmentSecret}` }
  return new peers.HTTPFacilitatorClient({
    url: `${services.url}/v1/x402/latchkey-dev`,
    createAuthHeaders: async () => ({ verify: headers, settle: headers, supported: headers }),
  })
}

const theirFetch = (used: Fetch = fetch) =>
  peers.wrapFetchWithPaymentFromConfig(used, {
    schemes: [{ network, client: new peers.ClientScheme(theirs) }],
    spendControls: { allowedAssets: [{ network, asset: devContracts.usdc }] },
  })

test('their client pays our route: settled by the chain to the unit, and the same payment serves no second time', async () => {
  const { url, served } = await openOurRoute()
  const before = await Promise.all([held(theirs.address), held(shop)])
  let header = ''
  const answer = await theirFetch(async (input, init) => {
    const request = new Request(input, init)
    header = request.headers.get(x402Headers.signature) ?? header
    return fetch(request)
  })(url)
  expect([answer.status, await answer.text()]).toEqual([200, 'the report'])
  const settled = peers.decodePaymentResponseHeader(answer.headers.get(x402Headers.response) ?? '')
  expect(settled).toMatchObject({ success: true, network, payer: theirs.address.toLowerCase() })
  const receipt = await reader().getTransactionReceipt({ hash: settled.transaction as Hex })
  expect(receipt.status).toBe('success')
  const after = await Promise.all([held(theirs.address), held(shop)])
  expect([before[0] - after[0], after[1] - before[1]]).toEqual([10_000n, 10_000n])
  const again = await fetch(url, { headers: { [x402Headers.signature]: header } })
  expect([again.status, served()]).toEqual([402, 1])
})

test('our paid request pays their route, which asks our facilitator', async () => {
  const url = await openTheirRoute()
  const before = await Promise.all([held(ours.address), held(shop)])
  const first = await fetch(url)
  expect(first.status).toBe(402)
  const payment = await payAsWidget(first, { account: ours, url: chain.url, network })
  expect(payment.resource).toMatchObject({ url, description: 'A report' })
  const header = peers.encodePaymentSignatureHeader(payment)
  const answer = await fetch(url, { headers: { [x402Headers.signature]: header } })
  expect([answer.status, await answer.text()]).toEqual([200, 'the report'])
  const settled = peers.decodePaymentResponseHeader(answer.headers.get(x402Headers.response) ?? '')
  expect(settled).toMatchObject({ success: true, network })
  const after = await Promise.all([held(ours.address), held(shop)])
  expect([before[0] - after[0], after[1] - before[1]]).toEqual([10_000n, 10_000n])
  const again = await fetch(url, { headers: { [x402Headers.signature]: header } })
  expect(again.status).toBe(402)
})

test('their client of facilitators reads what ours supports', async () => {
  const supported = await reachOurs().getSupported()
  expect(supported.kinds).toMatchObject([{ x402Version: 2, scheme: 'exact', network }])
  expect(supported.signers).toEqual({ [network]: [devAccounts[8]?.address] })
})

/** A payment that our client signed and did not send. */
function signOurs(): Promise<PaymentPayload> {
  const required = {
    x402Version: 2,
    resource: { url: 'https://api.example/report' },
    accepts: [requirementsOf()],
  }
  const headers = { [x402Headers.required]: peers.encodePaymentRequiredHeader(required) }
  const first = new Response('', { status: 402, headers })
  return payAsWidget(first, { account: ours, url: chain.url, network })
}

function requirementsOf(): PaymentRequirements {
  const { amount, asset, name, version } = price
  const extra = { name, version, assetTransferMethod: 'eip3009' as const }
  return { scheme: 'exact', network, amount, asset, payTo: shop, maxTimeoutSeconds: 60, extra }
}

describe('the same payment before their facilitator and ours', () => {
  const change = (payment: PaymentPayload, changed: object): PaymentPayload => {
    const { payload } = payment
    if (!('authorization' in payload)) throw new Error('not by EIP-3009')
    return { ...payment, payload: { ...payload, authorization: { ...payload.authorization, ...changed } } }
  }
  const cases: [
    string,
    boolean,
    (payment: PaymentPayload) => PaymentPayload,
    Partial<PaymentRequirements>?,
  ][] = [
    ['as it was signed', true, payment => payment],
    ['with another amount in it', false, payment => change(payment, { value: '9999' })],
    ['with another receiver in it', false, payment => change(payment, { to: other.address })],
    ['by another payer', false, payment => change(payment, { from: other.address })],
    ['that is too old', false, payment => change(payment, { validBefore: '1' })],
    ['that holds only later', false, payment => change(payment, { validAfter: '99999999999' })],
    ['with another nonce', false, payment => change(payment, { nonce: `0x${'01'.repeat(32)}` })],
    ['where more is required', false, payment => payment, { amount: '10001' }],
    ['where another is paid', false, payment => payment, { payTo: other.address }],
  ]
  const makeTheirs = () => {
    const client = createWalletClient({ account: other, transport: http(chain.url) })
    const signer = peers.toFacilitatorEvmSigner({ ...reader(), ...client, address: other.address })
    return new peers.FacilitatorScheme(signer)
  }

  test.each(cases)('%s: %s', async (_name, isValid, changed, required = {}) => {
    const payment = changed(await signOurs())
    const requirements = { ...requirementsOf(), ...required }
    const verdicts = [
      await makeTheirs().verify(payment, requirements),
      await reachOurs().verify(payment, requirements),
    ]
    expect(verdicts.map(verdict => verdict.isValid)).toEqual([isValid, isValid])
  })

  test('what our client signed is settled by theirs, and is spent for ours', async () => {
    const payment = await signOurs()
    const requirements = requirementsOf()
    const before = await held(shop)
    const settled = await makeTheirs().settle(payment, requirements)
    expect([settled.success, settled.errorReason, (await held(shop)) - before]).toEqual([
      true,
      undefined,
      10_000n,
    ])
    expect(await reachOurs().verify(payment, requirements)).toMatchObject({
      isValid: false,
      invalidReason: 'invalid_exact_evm_nonce_already_used',
    })
    expect(await reachOurs().settle(payment, requirements)).toMatchObject({ success: false, transaction: '' })
  })
})

describe('webhooks beside standardwebhooks', () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const older = `whsec_${randomBytes(32).toString('base64')}`
  const payment = {
    ...{ id: 'payment_0123456789', state: 'settled', description: 'Käse & “Brot”', referenceId: 'order-7' },
    accepts: [
      {
        asset: `eip155:31337/erc20:${devContracts.usdc.toLowerCase()}`,
        ...{ amount: '19.99', recipient: `eip155:31337:${shop}`, symbol: 'USDC', decimals: 6 },
      },
    ],
    ...{ fiat: null, reference: `0x${'1'.repeat(64)}`, createdAt: 1, expiresAt: null },
    ...{ transfers: [], refunds: [], metadata: {} },
  }
  const body = JSON.stringify({
    ...{ type: 'payment.settled', timestamp: new Date().toISOString() },
    data: { payment },
  })

  test('ours is verified by theirs, with the new secret and with the old one during a rotation', () => {
    const now = Date.now()
    const headers = signMessage({ id: 'msg_1', body }, { secret, oldSecret: older, oldUntil: now + 1 }, now)
    for (const each of [secret, older])
      expect(new peers.Webhook(each).verify(body, headers)).toEqual(JSON.parse(body))
    expect(() => new peers.Webhook(secret).verify(`${body} `, headers)).toThrow()
    const stranger = `whsec_${randomBytes(32).toString('base64')}`
    expect(() => new peers.Webhook(stranger).verify(body, headers)).toThrow()
  })

  test('theirs is verified by ours, and not with another id, time or body', () => {
    const at = new Date()
    const time = String(Math.floor(at.getTime() / 1_000))
    const signature = new peers.Webhook(secret).sign('msg_2', at, body)
    const headers = { 'webhook-id': 'msg_2', 'webhook-timestamp': time, 'webhook-signature': signature }
    const verify = (changed: object, text = body) =>
      verifyWebhook({ headers: { ...headers, ...changed }, body: text, secret: [older, secret] })
    expect(verify({})).toMatchObject({ valid: true, id: 'msg_2', event: { type: 'payment.settled' } })
    for (const wrong of [{ 'webhook-id': 'msg_3' }, { 'webhook-timestamp': String(Number(time) - 1) }])
      expect(verify(wrong)).toEqual({ valid: false, refusal: 'signature' })
    expect(verify({}, `${body} `)).toEqual({ valid: false, refusal: 'signature' })
  })
})
