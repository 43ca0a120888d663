import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSponsor, toNodeHandler } from 'latchkey/server'
import {
  delegatedContracts,
  formatRouteUrl,
  getSmartAccounts,
  postHostPaymaster,
  postPaymaster,
  safeContracts,
} from 'latchkey/services'
import { type Hex, recoverTypedDataAddress, toHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { answerWith, type FakeNode, startNode } from '../../data/rpc/fakeNode.fixture.ts'
import {
  callDataOf,
  factoryDataOf,
  network,
  operationOf,
  paymasterAddress,
  shop,
} from './operation.fixture.ts'
import { packPaymasterRequest } from './packPaymasterRequest.ts'

const key = `0x${'42'.repeat(32)}` as const
const page = 'https://shop.example'
const wallet = 'https://keys.example'
const stranger = '0x4444444444444444444444444444444444444444'
const start = Date.UTC(2026, 10, 29, 12)
const query = { projectId: 'shop' }
/** What one operation of the fixture costs at most, in base units. */
const each = 400_000n * 1_000_000_000n

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const word = (value: bigint) => toHex(value, { size: 32 })
type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

async function openNode(answers: Answers): Promise<FakeNode> {
  const node = await startNode(
    answerWith(({ method, params }) => ({ result: answers[method]?.(params as readonly unknown[]) ?? null })),
  )
  open.push(node.close)
  return node
}

async function openPaymaster(
  options: {
    readonly rules?: object
    readonly projects?: object
    readonly node?: Answers
    readonly bundler?: Answers
    readonly variables?: Readonly<Record<string, string>>
    readonly now?: () => number
  } = {},
) {
  const node = await openNode({
    eth_getCode: () => '0x6001',
    eth_call: () => word(10n ** 18n),
    ...options.node,
  })
  const bundler = await openNode({
    eth_supportedEntryPoints: () => [safeContracts.entryPoint, delegatedContracts.entryPoint],
    ...options.bundler,
  })
  const rules = {
    name: 'Shop',
    sponsor: true,
    networks: { [network]: { dailyBudget: String(3n * each), targets: [shop] } },
    ...options.rules,
  }
  const app = await openApp(
    {
      LATCHKEY_DEV: '1',
      FRAME_ORIGIN: wallet,
      RPC_UPSTREAMS: JSON.stringify({ [network]: [node.url] }),
      BUNDLER_URLS: JSON.stringify({ [network]: [bundler.url] }),
      PAYMASTER_KEY: key,
      PAYMASTER_ADDRESSES: JSON.stringify({ [network]: { [safeContracts.entryPoint]: paymasterAddress } }),
      PAYMASTER_PROJECTS: JSON.stringify(options.projects ?? { shop: rules }),
      ...options.variables,
    },
    { now: options.now ?? (() => start) },
  )
  open.push(app.close)
  await app.addProject('shop', [page])
  return { app, node, bundler }
}

/** An answer on the wire: of one call, or of several. */
type Wire = readonly { readonly id: number; readonly result: unknown }[] & {
  readonly error?: { readonly code: number; readonly message: string }
  readonly result?: unknown
}

async function post(app: TestApp, path: string, body: object, origin: string | undefined = wallet) {
  const response = await app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin !== '' && { origin }) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Wire }
}

async function pay(
  app: TestApp,
  operation: object = operationOf(),
  more: { method?: string; entryPoint?: string; origin?: string } = {},
) {
  const { method = 'pm_getPaymasterData', entryPoint = safeContracts.entryPoint, origin } = more
  const call = { jsonrpc: '2.0', id: 7, method, params: [operation, entryPoint, '0x7a69', null] }
  const { body } = await post(app, formatRouteUrl('', postPaymaster, { query }), call, origin)
  return (body.error?.message ?? body.result ?? body) as string & Readonly<Record<string, Hex>>
}

describe('the project’s paymaster (ERC-7677)', () => {
  it('signs what is asked for, for five minutes, and says who pays', async () => {
    const { app } = await openPaymaster()
    const stub = await pay(app, operationOf(), { method: 'pm_getPaymasterStubData' })
    expect(stub).toMatchObject({ paymaster: paymasterAddress, sponsor: { name: 'Shop' }, isFinal: false })
    const operation = operationOf()
    const { paymaster, paymasterData = '0x' } = await pay(app, operation)
    expect(stub.paymasterData).toHaveLength(paymasterData.length)
    const seconds = start / 1_000
    const validity = { validAfter: 0, validUntil: seconds + 300 }
    expect(paymasterData.slice(0, 26)).toBe(
      `${toHex(validity.validAfter, { size: 6 })}${toHex(validity.validUntil, { size: 6 }).slice(2)}`,
    )
    const request = packPaymasterRequest({
      operation: operation as never,
      gas: {
        callGasLimit: 100_000n,
        verificationGasLimit: 100_000n,
        preVerificationGas: 100_000n,
        paymasterVerificationGasLimit: 100_000n,
        paymasterPostOpGasLimit: 0n,
        maxFeePerGas: 1_000_000_000n,
        maxPriorityFeePerGas: 1n,
      },
      validity,
      chainId: 31337,
      paymaster: paymaster as Hex,
    })
    const signer = await recoverTypedDataAddress({ ...request, signature: `0x${paymasterData.slice(26)}` })
    expect(signer).toBe(privateKeyToAddress(key))
  })

  it('T139: pays no more than the day’s budget, also for parallel calls, and again the next day', async () => {
    let now = start
    const { app } = await openPaymaster({ now: () => now })
    const senders = Array.from({ length: 20 }, (_, index) => ({ sender: toHex(index + 1, { size: 20 }) }))
    const answers = await Promise.all(senders.map(sender => pay(app, operationOf(sender))))
    expect(answers.filter(answer => typeof answer !== 'string')).toHaveLength(3)
    expect(answers.filter(answer => answer === 'budget')).toHaveLength(17)
    expect(await pay(app, operationOf(), { method: 'pm_getPaymasterStubData' })).toBe('budget')
    now += 86_400_000
    expect(await pay(app)).toHaveProperty('paymasterData')
  })

  it('T139: limits the operations of one account in an hour', async () => {
    const networks = { [network]: { dailyBudget: String(100n * each) } }
    const { app } = await openPaymaster({ rules: { operationsPerHour: 4, networks } })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nonce) => pay(app, operationOf({ nonce: toHex(nonce) }))),
    )
    expect(answers.filter(answer => typeof answer !== 'string')).toHaveLength(4)
    expect(answers.filter(answer => answer === 'account-limit')).toHaveLength(6)
    expect(await pay(app, operationOf({ sender: stranger }))).toHaveProperty('paymasterData')
  })

  const { multiSendCallOnly: _, ...others } = safeContracts
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['another target', { callData: callDataOf([{ to: stranger }]) }, 'target'],
    ['another target in a batch', { callData: callDataOf([{ to: shop }, { to: stranger }]) }, 'target'],
    [
      'a batch by a contract that may delegate',
      { callData: callDataOf([{ to: shop }, { to: shop }], others.module) },
      'target',
    ],
    ['call data that is none of the account’s', { callData: '0x12345678' }, 'target'],
    ['call data with more behind it', { callData: `${callDataOf([{ to: shop }])}00` }, 'target'],
    ['a factory that is not ours', { factory: stranger }, 'refused'],
    ['an account with another module', { factoryData: factoryDataOf({ modules: [stranger] }) }, 'refused'],
    ['an account of two owners', { factoryData: factoryDataOf({ owners: [stranger, shop] }) }, 'refused'],
    ['more than the budget', { maxFeePerGas: toHex(4_000_000_000n) }, 'budget'],
    [
      'gas for the paymaster beyond its own',
      { paymasterVerificationGasLimit: toHex(1_000_000n) },
      'Invalid params',
    ],
    ['no price', { maxFeePerGas: undefined }, 'Invalid params'],
    ['a member that operations do not have', { initCode: '0x' }, 'Invalid params'],
    ['an address that is none', { sender: 'shop' }, 'Invalid params'],
  ])('does not pay for %s', async (_name, change, reason) => {
    const { app } = await openPaymaster()
    expect(await pay(app, operationOf(change))).toBe(reason)
  })

  it('pays for putting the account on the chain, whatever the targets are', async () => {
    const { app } = await openPaymaster()
    const { sender } = operationOf()
    expect(await pay(app, operationOf({ callData: callDataOf([{ to: sender as Hex }]) }))).toHaveProperty(
      'paymasterData',
    )
  })

  it('refuses other entry points, methods and projects', async () => {
    const { app } = await openPaymaster({ projects: {} })
    expect(await pay(app)).toBe('refused')
    const { app: paying } = await openPaymaster()
    expect(await pay(paying, operationOf(), { entryPoint: delegatedContracts.entryPoint })).toBe(
      'unavailable',
    )
    expect(await pay(paying, operationOf(), { method: 'pm_sponsorUserOperation' })).toBe(
      'The method does not exist',
    )
    const dear = { [network]: { dailyBudget: String(3n * each), mostPerOperation: String(each - 1n) } }
    expect(await pay((await openPaymaster({ rules: { networks: dear } })).app)).toBe('budget')
  })

  it('T139: answers pages of the project and the wallet alone', async () => {
    const { app } = await openPaymaster()
    expect(await pay(app, operationOf(), { origin: page })).toHaveProperty('paymasterData')
    expect(await pay(app, operationOf(), { origin: 'https://evil.example' })).toMatchObject({
      code: 'APKT002',
    })
    expect(await pay(app, operationOf(), { origin: '' })).toMatchObject({ code: 'APKT002' })
  })

  it('does not pay without a deposit, and warns of a low one once', async () => {
    const { app } = await openPaymaster({ node: { eth_call: () => word(each - 1n) } })
    expect([await pay(app), await pay(app)]).toEqual(['unavailable', 'unavailable'])
    expect(app.lines.filter(line => line.includes('deposit is low'))).toHaveLength(1)
    expect(app.lines.join('\n')).not.toContain(key.slice(2))
    const { app: blind } = await openPaymaster({ node: { eth_call: () => null } })
    expect(await pay(blind)).toBe('unavailable')
  })
})

describe('GET /v1/smart-accounts', () => {
  const list = async (app: TestApp) => {
    const response = await app.request(formatRouteUrl('', getSmartAccounts, { query }), {
      headers: { origin: wallet },
    })
    return ((await response.json()) as { networks: unknown }).networks
  }

  it('lists a network whose contracts and bundler are there, with who pays', async () => {
    const { app, bundler } = await openPaymaster()
    const seen = { chainId: network, safe: true, delegation: true, sponsor: { name: 'Shop' } }
    expect(await Promise.all([list(app), list(app)])).toEqual([[seen], [seen]])
    expect(await list(app)).toEqual([seen])
    expect(bundler.requests).toHaveLength(1)
  })

  it.each<[string, Parameters<typeof openPaymaster>[0], object[]]>([
    ['no code', { node: { eth_getCode: () => '0x' } }, []],
    [
      'a delegated account in the place of a contract',
      { node: { eth_getCode: () => `0xef0100${'11'.repeat(20)}` } },
      [],
    ],
    [
      'one contract missing',
      { node: { eth_getCode: ([at]) => (at === safeContracts.module ? '0x' : '0x6001') } },
      [{ safe: false, delegation: true }],
    ],
    ['a bundler that does not answer', { bundler: { eth_supportedEntryPoints: () => null } }, []],
    [
      'a bundler of one entry point',
      { bundler: { eth_supportedEntryPoints: () => [safeContracts.entryPoint.toLowerCase(), 7] } },
      [{ safe: true, delegation: false }],
    ],
  ])('sees %s', async (_name, options, expected) => {
    expect(await list((await openPaymaster(options)).app)).toMatchObject(expected)
  })
})

describe('a paymaster that a page names', () => {
  const operation = operationOf()
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'pm_getPaymasterData',
    params: [operation, safeContracts.entryPoint, '0x7a69'],
  }
  const askHost = async (app: TestApp, url: string, asked: object = call) =>
    (await post(app, formatRouteUrl('', postHostPaymaster, { query }), { url, call: asked })).body

  it.each([
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://shop.example:8443/',
    'https://user:word@shop.example/',
  ])('T140: asks no private address: %s', async url => {
    const { app } = await openPaymaster({ variables: { LATCHKEY_DEV: '' } })
    const { error } = await askHost(app, url)
    expect(error).toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^The paymaster cannot be asked/),
    })
  })

  it.each(['http://shop.example/', 'file:///etc/passwd', 'https:', ''])(
    'T140: refuses the address %j',
    async url => {
      const { app } = await openPaymaster()
      expect(await askHost(app, url)).toMatchObject({ code: 'REQUEST_INVALID' })
    },
  )

  it('T140: passes on the members of ERC-7677 alone', async () => {
    const host = await openNode({
      pm_getPaymasterData: () => ({
        paymaster: paymasterAddress,
        paymasterData: '0x01',
        callData: '0xdeadbeef',
        sender: stranger,
        sponsor: { name: 'Host', url: 'javascript:alert(1)' },
      }),
    })
    const { app } = await openPaymaster()
    expect((await askHost(app, host.url)).result).toEqual({
      paymaster: paymasterAddress,
      paymasterData: '0x01',
      sponsor: { name: 'Host' },
    })
    expect(host.requests[0]?.[0]?.params).toEqual(call.params)
    expect((await askHost(app, host.url, { ...call, method: 'eth_call' })).error?.code).toBe(-32601)
    expect((await askHost(app, host.url, { ...call, params: [] })).error?.code).toBe(-32602)
    expect(host.requests).toHaveLength(1)
  })

  it.each<[string, unknown]>([
    ['no object', 'yes'],
    ['no address', { paymaster: 'me', paymasterData: '0x' }],
    ['data without an end', { paymaster: paymasterAddress, paymasterData: `0x${'00'.repeat(9_000)}` }],
    [
      'an icon that is a link',
      { paymaster: paymasterAddress, paymasterData: '0x', sponsor: { name: 'x', icon: 'https://x.example' } },
    ],
    ['more than is read', { paymaster: paymasterAddress, paymasterData: '0x', more: 'x'.repeat(70_000) }],
  ])('T140: refuses an answer with %s', async (_name, result) => {
    const host = await openNode({ pm_getPaymasterData: () => result })
    const { app } = await openPaymaster()
    expect((await askHost(app, host.url)).error?.code).toBe(-32603)
  })

  it('T140: follows no redirect', async () => {
    const inner = await openNode({})
    const host = await startNode((_, response) => response.writeHead(307, { location: inner.url }).end())
    open.push(host.close)
    const { app } = await openPaymaster()
    expect((await askHost(app, host.url)).error?.code).toBe(-32603)
    expect(inner.requests).toHaveLength(0)
  })
})

describe('bundlers through the RPC proxy', () => {
  const rpc = `/v1?projectId=shop&chainId=${network}`
  const send = async (app: TestApp, method: string, params: unknown, path = rpc) =>
    (await post(app, path, { jsonrpc: '2.0', id: 1, method, params })).body
  const signed = operationOf({ signature: '0x11' })

  it('sends an operation once, to one bundler, and never again while its outcome is unknown', async () => {
    const silent = await startNode((_, response) => response.destroy())
    const other = await openNode({ eth_sendUserOperation: () => word(1n) })
    open.push(silent.close)
    const { app } = await openPaymaster({
      variables: { BUNDLER_URLS: JSON.stringify({ [network]: [silent.url, other.url] }) },
    })
    const { error } = await send(app, 'eth_sendUserOperation', [signed, safeContracts.entryPoint])
    expect(error?.message).toMatch(/did not confirm/)
    expect([silent.requests.length, other.requests.length]).toEqual([1, 0])
  })

  it('passes reads on each time, and nodes and bundlers answer one batch together', async () => {
    const { app, bundler } = await openPaymaster({
      bundler: { eth_getUserOperationReceipt: () => ({ success: true }) },
    })
    const receipt = { jsonrpc: '2.0', id: 1, method: 'eth_getUserOperationReceipt', params: [word(1n)] }
    const code = { jsonrpc: '2.0', id: 2, method: 'eth_getCode', params: [shop, 'latest'] }
    const { body } = await post(app, rpc, [receipt, code, { ...receipt, id: 3 }])
    expect(body.map(({ id, result }: { id: number; result: unknown }) => [id, result])).toEqual([
      [1, { success: true }],
      [2, '0x6001'],
      [3, { success: true }],
    ])
    await send(app, receipt.method, receipt.params)
    expect(bundler.requests).toHaveLength(2)
  })

  it.each<[string, unknown]>([
    ['eth_sendUserOperation', [signed]],
    ['eth_sendUserOperation', [signed, stranger]],
    ['eth_sendUserOperation', [operationOf(), safeContracts.entryPoint]],
    ['eth_estimateUserOperationGas', [signed, safeContracts.entryPoint, { [stranger]: { balance: '0xff' } }]],
    ['eth_getUserOperationReceipt', ['0x01']],
    ['eth_getUserOperationByHash', { hash: word(1n) }],
    ['eth_supportedEntryPoints', [1]],
  ])('refuses %s with other parameters', async (method, params) => {
    const { app, bundler } = await openPaymaster()
    expect((await send(app, method, params)).error).toEqual({ code: -32602, message: 'Invalid params' })
    expect(bundler.requests).toHaveLength(0)
  })

  it('refuses their methods where there is no bundler, and others of theirs everywhere', async () => {
    const { app, bundler } = await openPaymaster()
    expect((await send(app, 'pimlico_getUserOperationGasPrice', [])).error?.code).toBe(-32601)
    expect((await send(app, 'debug_bundler_clearState', [])).error?.code).toBe(-32601)
    expect(bundler.requests).toHaveLength(0)
    const { app: without } = await openPaymaster({
      projects: {},
      variables: { BUNDLER_URLS: '', PAYMASTER_ADDRESSES: '' },
    })
    expect((await send(without, 'eth_supportedEntryPoints', [])).error?.code).toBe(-32601)
  })
})

describe('the host’s own decision', () => {
  const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
  const rulesOf = (url: string) => ({ sponsor: { url, secret } })

  it.each<[string, unknown, string | undefined]>([
    ['yes', { sponsor: true }, undefined],
    ['no', { sponsor: false }, 'refused'],
    ['another word', { sponsor: 'true' }, 'refused'],
    ['no object', null, 'unavailable'],
  ])('follows %s', async (_name, answer, refusal) => {
    const host = await startNode((_, response) => response.end(JSON.stringify(answer)))
    open.push(host.close)
    const { app } = await openPaymaster({ rules: rulesOf(host.url) })
    const paid = await pay(app)
    if (refusal === undefined) expect(paid).toHaveProperty('paymasterData')
    else expect(paid).toBe(refusal)
    expect(app.lines.join('\n')).not.toContain(secret)
  })

  it('asks the host what it decides by, with the calls and the most it costs', async () => {
    const asked: object[] = []
    const handler = toNodeHandler(
      createSponsor({
        secret,
        decide: operation => {
          asked.push(operation)
          return operation.mostCost === each
        },
      }),
    )
    const host = createServer((request, response) => void handler(request, response))
    await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
    open.push(async () => void host.close())
    const { app } = await openPaymaster({
      rules: rulesOf(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`),
      // A question is good for five minutes by the host's own clock.
      now: Date.now,
    })
    expect(await pay(app, operationOf(), { method: 'pm_getPaymasterStubData' })).toHaveProperty('sponsor')
    expect(await pay(app)).toHaveProperty('paymasterData')
    expect(await pay(app, operationOf({ callGasLimit: toHex(1n) }))).toBe('refused')
    const { sender } = operationOf()
    const seen = { project: 'shop', network, account: sender, calls: [{ to: shop, value: 0n, data: '0x' }] }
    expect(asked.slice(0, 2)).toEqual([
      { ...seen, mostCost: each, isFinal: false },
      { ...seen, mostCost: each, isFinal: true },
    ])
  })

  it('does not pay when the host is not there', async () => {
    const { app } = await openPaymaster({ rules: rulesOf('http://127.0.0.1:9/') })
    expect(await pay(app)).toBe('unavailable')
  })
})

it('reads an account that is on the chain by its code, singleton and handler', async () => {
  // The code of SafeProxy is not in this repository: any other code is none, whatever the slots say.
  const slots = (of: string) => word(BigInt(of))
  const { app } = await openPaymaster({
    node: {
      eth_getStorageAt: ([, slot]) => slots(slot === '0x0' ? safeContracts.singleton : safeContracts.module),
      eth_getCode: () => '0x6001',
    },
  })
  expect(await pay(app, operationOf({ factory: undefined, factoryData: undefined }))).toBe('refused')
})
