import {
  getConvertContracts,
  getConvertQuotes,
  getConvertStatus,
  postConvertTransaction,
  type RouteDefinition,
} from 'latchkey/services'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { devAccounts } from '../../../../../devstack/src/chains/devAccounts.ts'
import { type Chain, startChain } from '../../../../../devstack/src/chains/startChain.ts'
import { devContracts } from '../../../../../devstack/src/contracts/contractPlan.ts'
import { deployContracts } from '../../../../../devstack/src/contracts/deployContracts.ts'
import { openApp, type TestApp } from '../../../app.fixture.ts'
import { type FakeStep, type LifiTricks, startLifi } from './lifi/fakeLifi.fixture.ts'
import type { FakeVendor } from './startVendor.fixture.ts'
import { startZeroX, type ZeroXTricks } from './zerox/fakeZeroX.fixture.ts'

const [ethereum, base] = ['eip155:1', 'eip155:8453'] as const
const user = devAccounts[0]?.address ?? '0x'
// Unlisted there, and not named as anything that is.
const { thin: rare, tax: taxed } = devContracts
const ofLifi: { -readonly [K in keyof LifiTricks]: LifiTricks[K] } = {}
const ofZeroX: { -readonly [K in keyof ZeroXTricks]: ZeroXTricks[K] } = {}
const vendors: FakeVendor[] = []
const chains: Chain[] = []
let app: TestApp

// The real networks' numbers, with tokens of ours: the vendors are the fakes.
beforeAll(async () => {
  for (const chainId of [1, 8_453]) {
    const chain = await startChain({ chainId, port: 0 })
    chains.push(chain)
    await deployContracts(chain)
  }
  const [lifi, zeroX] = [await startLifi(ofLifi), await startZeroX(ofZeroX)]
  vendors.push(lifi, zeroX)
  app = await openApp({
    LATCHKEY_DEV: '1',
    RPC_UPSTREAMS: JSON.stringify({ [ethereum]: [chains[0]?.url], [base]: [chains[1]?.url] }),
    LIFI_ENABLED: '1',
    LIFI_API_KEY: 'canary-of-lifi',
    LIFI_URL: lifi.url,
    ZEROX_API_KEY: 'canary-of-zerox',
    ZEROX_URL: zeroX.url,
    CONVERT_TIMEOUT_MS: '30000',
  })
})
afterAll(async () => {
  await app.close()
  for (const each of [...vendors, ...chains]) await ('close' in each ? each.close() : each.stop())
})
beforeEach(() => {
  for (const tricks of [ofLifi, ofZeroX]) for (const name of Object.keys(tricks)) delete tricks[name as never]
})

function send(route: RouteDefinition, query: Record<string, string>, body?: Record<string, unknown>) {
  const search = new URLSearchParams({ projectId: 'latchkey-dev', ...query })
  return app.request(`${route.path}?${search}`, {
    method: route.method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
}
async function ask<R extends RouteDefinition>(
  route: R,
  query: Record<string, string>,
  body?: Record<string, unknown>,
): Promise<v.InferOutput<R['response']>> {
  const response = await send(route, query, body)
  const text = await response.text()
  expect([response.status, text]).toEqual([200, text])
  expect(text).not.toContain('canary')
  return v.parse(route.response, JSON.parse(text))
}
async function codeOf(body: Record<string, unknown>): Promise<readonly [number, unknown]> {
  const response = await send(postConvertTransaction, {}, body)
  const { code } = (await response.json()) as { code?: unknown }
  return [response.status, code]
}
// Each with an amount of its own: prices are given again for a while.
let amount = 1_000_000
function swap(to = `${ethereum}:${taxed}`) {
  amount += 1_000
  return {
    amount: String(amount),
    userAddress: `${ethereum}:${user}`,
    from: `${ethereum}:${rare}`,
    to,
  }
}

describe('vendors behind the routes', () => {
  it('shows the best quote first, with the others', async () => {
    const { quotes, faults } = await ask(getConvertQuotes, swap())
    expect(quotes.map(({ provider }) => provider)).toEqual(['0x', 'lifi'])
    expect(faults).toEqual([])
    expect(BigInt(quotes[0]?.toAmount ?? 0)).toBeGreaterThan(BigInt(quotes[1]?.toAmount ?? 0))
  })

  it('says why a vendor has no quote beside one that has', async () => {
    ofZeroX.instead = { json: { liquidityAvailable: false } }
    const { quotes, faults } = await ask(getConvertQuotes, swap())
    expect(quotes.map(({ provider }) => provider)).toEqual(['lifi'])
    expect(faults).toEqual([{ provider: '0x', reason: 'liquidity' }])
  })

  it('takes for no token what is no address there', async () => {
    const { quotes, faults } = await ask(getConvertQuotes, swap(`${ethereum}:undefined`))
    expect([quotes, faults.map(({ reason }) => reason)]).toEqual([[], ['token', 'token']])
    expect(await codeOf({ ...swap(`${ethereum}:undefined`) })).toEqual([409, 'CONVERT_FAILED'])
  })

  it('F26: has no quotes and no numbers while every vendor is out', async () => {
    ofZeroX.instead = response => void response.destroy()
    ofLifi.instead = () => response => void response.destroy()
    expect(await ask(getConvertQuotes, swap())).toEqual({
      quotes: [],
      faults: [
        { provider: '0x', reason: 'unavailable' },
        { provider: 'lifi', reason: 'unavailable' },
      ],
    })
  })

  it('T70: leaves a quote out that is about something else, however good it is', async () => {
    ofZeroX.change = answer => ({ ...answer, buyAmount: '99000000000', minBuyAmount: '1' })
    ofLifi.change = (step: FakeStep) => ({ ...step, estimate: { ...step.estimate, approvalAddress: user } })
    const { quotes, faults } = await ask(getConvertQuotes, swap())
    expect(quotes).toEqual([])
    expect(faults.map(({ reason }) => reason)).toEqual(['unsafe', 'unsafe'])
  })

  it('builds a transaction of the vendor whose quote it was', async () => {
    const wanted = swap()
    const { quotes } = await ask(getConvertQuotes, wanted)
    const quoteId = quotes.find(({ provider }) => provider === 'lifi')?.id
    const { tx, quote } = await ask(postConvertTransaction, {}, { ...wanted, quoteId, disableEstimate: true })
    expect([quote.provider, tx.value, tx.from.toLowerCase()]).toEqual(['lifi', '0', user.toLowerCase()])
    expect(tx.to).toBe(quote.spender)
  })

  it('T70: builds nothing of a vendor that sends the token elsewhere', async () => {
    ofLifi.changeCall = call => ({ ...call, receiver: '0x66666666666666666666666666666666666666a6' })
    expect(await codeOf({ ...swap(), provider: 'lifi', disableEstimate: true })).toEqual([
      502,
      'CONVERT_UNSAFE',
    ])
  })

  it('T70: builds nothing of 0x where no node names its Settlers', async () => {
    expect(await codeOf({ ...swap(), provider: '0x', disableEstimate: true })).toEqual([
      502,
      'CONVERT_UNSAFE',
    ])
    const { contracts } = await ask(getConvertContracts, {})
    expect(contracts.filter(({ provider, spender }) => provider === '0x' && !spender)).toEqual([])
  })
})

describe('swaps to another network', () => {
  const across = () => swap(`${base}:${rare}`)

  it('are quoted with their time, by who goes there', async () => {
    const { quotes, faults } = await ask(getConvertQuotes, across())
    expect(quotes.map(({ provider, seconds }) => [provider, seconds])).toEqual([['lifi', 13]])
    expect(quotes[0]?.route.map(({ from, to }) => [from, to])).toEqual([
      [`${ethereum}:${rare}`, `${base}:${rare}`],
    ])
    expect(faults).toEqual([{ provider: '0x', reason: 'unsupported' }])
  })

  it.each([
    ['NOT_FOUND', undefined, 'unknown'],
    ['PENDING', 'WAIT_DESTINATION_TRANSACTION', 'waiting'],
    ['DONE', 'COMPLETED', 'done'],
    ['DONE', 'PARTIAL', 'partial'],
    ['DONE', 'REFUNDED', 'refunded'],
    ['FAILED', 'SLIPPAGE_EXCEEDED', 'failed'],
  ])('are followed: %s %s is %s', async (status, substatus, told) => {
    const isOver = status === 'DONE'
    // A refund arrives where it came from.
    const [chainId, network] = substatus === 'REFUNDED' ? [1, ethereum] : [8_453, base]
    ofLifi.status = {
      status,
      substatus,
      ...(isOver && {
        receiving: { chainId, txHash: '0xbb', amount: '990000', token: { address: rare, chainId } },
      }),
    }
    const { quotes } = await ask(getConvertQuotes, across())
    const quoteId = quotes[0]?.id ?? ''
    expect(await ask(getConvertStatus, { quoteId, hash: '0xaa', chainId: ethereum })).toEqual({
      status: told,
      received: isOver ? { amount: '990000', asset: `${network}:${rare}`, hash: '0xbb' } : null,
    })
    expect(vendors[0]?.requests.at(-1)?.query).toEqual({
      txHash: '0xaa',
      fromChain: '1',
      toChain: '8453',
      bridge: 'across',
    })
  })

  it('are offered between the networks of a provider that goes there, and of no other', async () => {
    const { networks, crossing } = await ask(getConvertContracts, {})
    expect([...crossing].sort()).toEqual([ethereum, base])
    expect(networks).toEqual(expect.arrayContaining([...crossing]))
  })

  it('are built', async () => {
    const wanted = across()
    const { quotes } = await ask(getConvertQuotes, wanted)
    const { tx, quote } = await ask(
      postConvertTransaction,
      {},
      { ...wanted, quoteId: quotes[0]?.id, disableEstimate: true },
    )
    expect([quote.toAccount, tx.to]).toEqual([`${base}:${rare}`, quote.spender])
  })

  const stranger = '0x66666666666666666666666666666666666666a6'
  it.each<[string, LifiTricks['changeCall']]>([
    ['another network', call => ({ ...call, destination: 10n })],
    ['another receiver', call => ({ ...call, receiver: stranger })],
    ['refunds to another account', call => ({ ...call, refund: stranger })],
    ['less', call => ({ ...call, minAmountOut: call.minAmountOut - 1n })],
    ['another token', call => ({ ...call, receivingAssetId: stranger })],
    ['more leaving', call => ({ ...call, fromAmount: call.fromAmount + 1n })],
  ])('T70: are not built with %s', async (_, changeCall) => {
    if (changeCall) ofLifi.changeCall = changeCall
    expect(await codeOf({ ...across(), provider: 'lifi', disableEstimate: true })).toEqual([
      502,
      'CONVERT_UNSAFE',
    ])
  })
})
