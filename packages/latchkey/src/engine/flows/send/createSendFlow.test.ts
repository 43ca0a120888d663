import { describe, expect, test } from 'vitest'
import { createFacts } from '../../base/facts.ts'
import { createMachine } from '../../base/machine.ts'
import type { Engine } from '../../engine.ts'
import { createSendFlow } from './createSendFlow.ts'

const caip10 = 'eip155:11155111:0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const sepolia = {
  id: 11155111,
  caipNetworkId: 'eip155:11155111',
  chainNamespace: 'eip155',
  name: 'Sepolia',
  testnet: true,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

/** Sending on a test network, of which the services know nothing; the chain answers when the test says so. */
function flowOnTestNetwork() {
  const answers: ((amount: bigint | Error) => void)[] = []
  const fees: ((most: bigint | undefined) => void)[] = []
  const active = { eip155: { connectionId: 'one', caip10 } }
  const connections = {
    connections: [{ id: 'one', namespaces: { eip155: { caipNetworkId: sepolia.caipNetworkId } } }],
    active,
    activeNamespace: 'eip155',
    chosen: {},
  }
  const read = () =>
    new Promise<bigint>((resolve, reject) => {
      answers.push(amount => (amount instanceof Error ? reject(amount) : resolve(amount)))
    })
  const quote = () =>
    new Promise(resolve => {
      fees.push(most => resolve({ fee: most && { most: { value: most, decimals: 18 } } }))
    })
  const fixed = <T>(state: T) => createMachine<T, never>(state, same => same)
  const tokens = {
    machine: fixed({ portfolios: {}, failed: [], unsupported: [caip10] }),
    watch: () => () => undefined,
    refresh: async () => undefined,
  }
  let ids = 0
  const facts = createFacts()
  const ctx = {
    facts,
    signal: new AbortController().signal,
    clock: { now: () => 0, setTimeout: () => () => undefined },
    random: { id: () => `id ${ids++}` },
    connections: fixed(connections),
    adapter: async () => ({ nativeBalance: read, sending: async () => ({ quote }) }),
    rpc: () => undefined,
    balances: fixed({}),
    config: { networks: [sepolia] },
  }
  const flow = createSendFlow({ ctx, tokens: async () => tokens } as unknown as Engine)
  const draft = () => flow.draft.machine.getState()
  return { flow, answers, fees, facts, draft, held: flow.holdings.machine.getState }
}

const settled = () => new Promise(resolve => setTimeout(resolve))

test('a draft whose holdings only the chain knows stays while another view of sending is entered', async () => {
  const { flow, answers, draft, held } = flowOnTestNetwork()
  const leave = flow.enter()
  await settled()
  answers[0]?.(10n ** 18n)
  await settled()
  flow.draft.takeMax('0.99')
  leave()
  flow.enter()
  await settled()
  // The chain is asked anew, and what it said before stands until it answers.
  expect(answers).toHaveLength(2)
  expect(draft()).toMatchObject({ typed: '0.99', max: true, token: { key: 'native' } })
  answers[1]?.(2n * 10n ** 18n)
  await settled()
  expect(draft()).toMatchObject({ typed: '0.99', token: { amount: { value: 2n * 10n ** 18n } } })
  expect(held().at).toBe('ready')
})

test('a transfer that was pending and has left the account is not there to be sent again', async () => {
  const { flow, answers, facts, draft } = flowOnTestNetwork()
  const leave = flow.enter()
  await settled()
  answers[0]?.(2n * 10n ** 18n)
  await settled()
  const network = { namespace: 'eip155', caipNetworkId: 'eip155:11155111' } as const
  const settledSend = { ...network, id: 'draft', status: 'confirmed' } as const
  facts.emit('sendSettled', settledSend)
  await settled()
  answers[1]?.(10n ** 18n)
  await settled()
  expect(draft().token?.amount.value).toBe(10n ** 18n)
  leave()
  facts.emit('sendSettled', settledSend)
  await settled()
  expect(answers).toHaveLength(2)
})

test('a review begins with what the form made of a whole draft, once, and with nothing that a host made up', () => {
  const { flow } = flowOnTestNetwork()
  const followed = flow.follow('one', 'sent')
  expect(flow.isAwaited(followed)).toBe(true)
  expect([{ ...followed }, undefined].map(intent => flow.take(intent))).toEqual([false, false])
  expect([followed, followed].map(intent => flow.take(intent))).toEqual([true, false])
  const stranger = { ...followed }
  for (const intent of [followed, stranger, undefined]) flow.again(intent)
  expect([stranger, followed, followed].map(intent => flow.take(intent))).toEqual([false, true, false])
  expect(flow.isAwaited(followed)).toBe(false)
})

test.each([null, 'follow', 7])('a review opened by a host with %j begins nothing', given => {
  const { flow } = flowOnTestNetwork()
  expect(flow.isAwaited(given as never)).toBe(false)
  expect(flow.take(given as never)).toBe(false)
})

describe('Max, whose fee comes late,', () => {
  async function pressed() {
    const all = flowOnTestNetwork()
    all.flow.enter()
    await settled()
    all.answers[0]?.(10n ** 18n)
    await settled()
    const taken = all.flow.takeMax()
    await expect.poll(() => all.fees.length).toBe(1)
    return { ...all, taken }
  }

  test('is all there is less the fee', async () => {
    const { fees, draft, taken } = await pressed()
    fees[0]?.(10n ** 16n)
    expect(await taken).toBe(true)
    expect(draft()).toMatchObject({ typed: '0.99', max: true })
  })

  test('cannot be had without a fee, which is said', async () => {
    const { fees, draft, taken } = await pressed()
    fees[0]?.(undefined)
    expect(await taken).toBe(false)
    expect(draft().typed).toBe('')
  })

  test.each([10n ** 16n, undefined])(
    'leaves the amount that was typed since, and says nothing: %s',
    async most => {
      const { flow, fees, draft, taken } = await pressed()
      flow.draft.typeAmount('0.1')
      fees[0]?.(most)
      expect(await taken).toBe(true)
      expect(draft()).toMatchObject({ typed: '0.1', max: false })
    },
  )

  test('says nothing of a draft that is over', async () => {
    const { flow, facts, answers, fees, draft, taken } = await pressed()
    flow.draft.reset()
    // The next one has its token as soon as the holdings are read.
    facts.emit('sendSettled', {
      id: 'other',
      namespace: 'eip155',
      caipNetworkId: 'eip155:11155111',
      status: 'confirmed',
    })
    await settled()
    answers[1]?.(10n ** 18n)
    await settled()
    expect(draft().token?.key).toBe('native')
    fees[0]?.(10n ** 16n)
    expect(await taken).toBe(true)
    expect(draft().typed).toBe('')
  })
})
