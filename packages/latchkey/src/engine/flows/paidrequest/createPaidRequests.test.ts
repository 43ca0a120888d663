/** Requests that cost something, with the network, the wallet and the token scripted. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createError } from '../../../contract/errors/createError.ts'
import type { TypedDataOrder } from '../../../contract/typedData.ts'
import { paymentPayloadSchema, x402Headers } from '../../../contract/x402.ts'
import { formatX402Header, parseX402Header } from '../../../contract/x402Header.ts'
import { createMachine } from '../../base/machine.ts'
import { createPaidRequests } from './createPaidRequests.ts'

const network = { caipNetworkId: 'eip155:1', chainNamespace: 'eip155' }
const me = '0x00000000000000000000000000000000000000a1'
const usdc = '0x00000000000000000000000000000000000000c1'
const url = 'https://api.example/report'
const way = {
  scheme: 'exact',
  network: 'eip155:1',
  amount: '100000',
  asset: usdc,
  payTo: '0x00000000000000000000000000000000000000f1',
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2', theirs: 'kept' },
}

function required(change: object = {}): Response {
  const value = { x402Version: 2, resource: { url }, accepts: [way], ...change }
  return new Response('', { status: 402, headers: { [x402Headers.required]: formatX402Header(value) } })
}

function createPage() {
  const state = (address: string) => ({
    connections: [{ id: 'one', namespaces: { eip155: { caipNetworkId: 'eip155:1', accounts: [] } } }],
    active: { eip155: { connectionId: 'one', caip10: `eip155:1:${address}` } },
    activeNamespace: 'eip155',
    chosen: {},
  })
  const connections = createMachine(state(me), (_, next: ReturnType<typeof state>) => next)
  const signed: TypedDataOrder[] = []
  const world = { now: 1_800_000_000_000, sign: async () => `0x${'11'.repeat(65)}`, alerts: [] as string[] }
  const abilities = {
    signTypedData: async (order: TypedDataOrder) => {
      signed.push(order)
      return world.sign()
    },
  }
  const authorizing = {
    token: async () => ({
      asset: `eip155:1/erc20:${usdc}`,
      shown: { address: usdc, symbol: 'USDC', decimals: 6 },
      name: 'USD Coin',
      version: '2',
    }),
    authorize: ({ requirements, nonce }: { requirements: typeof way; nonce: string }) => ({
      data: { message: { value: requirements.amount } },
      payload: (signature: string) => ({
        signature,
        authorization: {
          ...{ from: me, to: requirements.payTo, value: requirements.amount },
          ...{ validAfter: '0', validBefore: '9', nonce },
        },
      }),
    }),
  }
  const life = new AbortController()
  let id = 0
  const ctx = {
    config: { networks: [network] },
    connections,
    live: { get: () => ({ abilities }) },
    adapter: async () => ({ authorizing: async () => authorizing }),
    rpc: () => async () => undefined,
    clock: { now: () => world.now },
    random: { id: () => (++id).toString(16).padStart(32, '0') },
    alert: (code: string) => world.alerts.push(code),
    signal: life.signal,
  }
  const paid = createPaidRequests(ctx as never)
  /** Answers each question that comes. */
  const say = (then: () => void) => paid.asked.subscribe(now => now && queueMicrotask(then))
  return { paid, say, signed, world, authorizing, move: () => connections.dispatch(state(usdc)), life }
}

let page: ReturnType<typeof createPage>
let sent: Request[]
/** What the server answers a request without a payment, and one with. */
let first: () => Response
let second: () => Response
beforeEach(() => {
  page = createPage()
  sent = []
  first = () => required()
  second = () => new Response('the report')
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init)
    sent.push(request)
    return request.headers.has(x402Headers.signature) ? second() : first()
  })
})
afterEach(() => vi.unstubAllGlobals())

const spent = () => page.paid.caps.getState().map(cap => cap.spent.value)

test('T136: a word for another question than the one that waits is none', async () => {
  let waits = ''
  page.say(() => {
    waits = page.paid.asked.getState()?.id ?? ''
    page.paid.allow(undefined, 'other')
    page.paid.allow('5', 'other')
    page.paid.refuse('other')
    page.paid.refuse(waits)
  })
  await expect(page.paid.fetch(url)).rejects.toMatchObject({ code: 'SPENDING_CAP' })
  expect([waits !== '', page.signed.length, spent()]).toEqual([true, 0, []])
})

test('what costs nothing goes through, and asks for nothing', async () => {
  first = () => new Response('free')
  expect(await (await page.paid.fetch(url)).text()).toBe('free')
  expect(page.signed).toHaveLength(0)
})

test('paid once: asked, signed for exactly the amount, sent once more with body and header', async () => {
  page.say(() => page.paid.allow())
  const answer = await page.paid.fetch(url, { method: 'POST', body: 'question' })
  expect(await answer.text()).toBe('the report')
  expect(sent).toHaveLength(2)
  expect(await (sent[1] as Request).text()).toBe('question')
  expect(sent[1]?.redirect).toBe('error')
  const header = sent[1]?.headers.get(x402Headers.signature) ?? null
  expect(parseX402Header(header, paymentPayloadSchema)).toMatchObject({ accepted: { amount: '100000' } })
  // Word for word: servers compare it whole.
  expect(JSON.parse(atob(header ?? '')).accepted).toEqual(way)
  expect(page.paid.caps.getState()).toEqual([])
  expect(page.paid.asked.getState()).toBeUndefined()
})

test('T136: up to a limit without a further question, and beyond it with one', async () => {
  let questions = 0
  page.say(() => {
    questions++
    if (questions === 1) page.paid.allow('0.3')
    else page.paid.refuse()
  })
  for (let at = 0; at < 3; at++) expect((await page.paid.fetch(url)).status).toBe(200)
  expect([questions, spent()]).toEqual([1, [300_000n]])
  await expect(page.paid.fetch(url)).rejects.toMatchObject({ code: 'SPENDING_CAP' })
  expect([questions, spent(), page.signed.length]).toEqual([2, [300_000n], 3])
})

test('T136: requests at the same time share one limit', async () => {
  let questions = 0
  page.say(() => {
    questions++
    if (questions === 1) page.paid.allow('0.3')
    else page.paid.refuse()
  })
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => page.paid.fetch(url)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect([spent(), page.signed.length]).toEqual([[300_000n], 3])
})

test('T136: a limit holds for its origin, account and hour', async () => {
  page.say(() => (page.paid.caps.getState().length ? page.paid.refuse() : page.paid.allow('5')))
  await page.paid.fetch(url)
  await expect(page.paid.fetch('https://other.example/')).rejects.toMatchObject({ code: 'SPENDING_CAP' })
  page.world.now += 3_600_000
  await expect(page.paid.fetch(url)).rejects.toMatchObject({ code: 'SPENDING_CAP' })
  page.world.now -= 3_600_000
  page.move()
  await expect(page.paid.fetch(url)).rejects.toMatchObject({ code: 'SPENDING_CAP' })
  expect(page.signed).toHaveLength(1)
})

test('a limit that does not reach for the request is refused, and the question stands', async () => {
  const seen: string[] = []
  page.say(() => {
    for (const limit of ['0.05', 'much']) {
      try {
        page.paid.allow(limit)
      } catch (cause) {
        seen.push((cause as { code: string }).code)
      }
    }
    page.paid.allow('0.1')
  })
  expect((await page.paid.fetch(url)).status).toBe(200)
  expect(seen).toEqual(['SPENDING_CAP', 'INVALID_AMOUNT'])
})

test('a server that asks again after it was paid gets no second signature, and the first stays counted', async () => {
  second = () => required()
  page.say(() => page.paid.allow('1'))
  expect((await page.paid.fetch(url)).status).toBe(402)
  expect([page.signed.length, sent.length, spent()]).toEqual([1, 2, [100_000n]])
})

test('a visitor who refuses in the wallet has spent nothing', async () => {
  page.world.sign = async () => {
    throw createError('SIGN_REJECTED')
  }
  page.say(() => page.paid.allow('1'))
  await expect(page.paid.fetch(url)).rejects.toMatchObject({ code: 'SPENDING_CAP' })
  expect([spent(), sent.length]).toEqual([[0n], 1])
})

test('an account that moves while it is asked pays nothing', async () => {
  page.say(() => page.move())
  await expect(page.paid.fetch(url)).rejects.toMatchObject({ code: 'SPENDING_CAP' })
  expect(page.signed).toHaveLength(0)
})

test('a request that is aborted while it is asked ends the question', async () => {
  const aborter = new AbortController()
  page.say(() => aborter.abort(new Error('gone')))
  await expect(page.paid.fetch(url, { signal: aborter.signal })).rejects.toThrow()
  expect([page.paid.asked.getState(), page.signed.length]).toEqual([undefined, 0])
})

describe('T136: the 402 itself is the answer, and no wallet is asked', () => {
  test.each<[string, () => Response, string?]>([
    ['without a header', () => new Response('', { status: 402 })],
    ['of garbage', () => new Response('', { status: 402, headers: { [x402Headers.required]: '{}' } })],
    ['of another version', () => required({ x402Version: 1 })],
    ['of another network', () => required({ accepts: [{ ...way, network: 'eip155:137' }] })],
    ['of another scheme', () => required({ accepts: [{ ...way, scheme: 'upto' }] })],
    ['of less than nothing', () => required({ accepts: [{ ...way, amount: '-1' }] })],
    ['of a broken receiver', () => required({ accepts: [{ ...way, payTo: 'me' }] })],
    ['that was redirected', () => Object.defineProperty(required(), 'redirected', { value: true })],
    ['over plain http', () => required(), 'http://api.example/'],
  ])('%s', async (_what, answer, at = url) => {
    first = answer
    expect((await page.paid.fetch(at)).status).toBe(402)
    expect([page.signed.length, sent.length]).toEqual([0, 1])
  })

  test('whose token is not what it says, and the developer hears of it', async () => {
    page.authorizing.token = async () => {
      throw createError('PAYMENT_UNSAFE', { context: { reason: 'domain' } })
    }
    expect((await page.paid.fetch(url)).status).toBe(402)
    expect(page.world.alerts).toEqual(['PAYMENT_UNSAFE'])
  })

  test('to a body that cannot go out twice', async () => {
    const body = new Blob(['once']).stream()
    const answer = await page.paid.fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect([answer.status, sent.length]).toEqual([402, 1])
  })
})
