import type { Logger } from 'pino'
import { expect, it } from 'vitest'
import { eachStore, type OpenStore } from '../../core/store/eachStore.fixture.ts'
import type { RpcOutcome } from '../../data/rpc/callUpstream.ts'
import { createBudgets } from './createBudgets.ts'
import { network } from './operation.fixture.ts'
import { settleGrants } from './settleGrants.ts'

const gwei = 1_000_000_000n
const limits = { dailyBudget: 100n * gwei, operationsPerHour: 5 }
const day = 86_400_000
const start = 20_000 * day + day / 2
const log = { warn: () => undefined } as unknown as Logger

async function openBudgets(open: OpenStore) {
  const store = await open()
  await store.write([
    store.compose.insertInto('projects').values({ id: 'shop', name: 'Shop', created_at: 1 }).compile(),
  ])
  const clock = { now: start }
  const budgets = createBudgets({ store, now: () => clock.now })
  let count = 0
  const promised = (cost: bigint, account = '0x01') => ({
    project: 'shop',
    network: network as 'eip155:1',
    account: `0x${'0'.repeat(38)}${account.slice(2)}`,
    entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    nonce: '0x3',
    hash: `0x${(++count).toString(16).padStart(64, '0')}`,
    cost,
    validUntil: clock.now + 300_000,
  })
  const spent = async () =>
    Number((await store.db.selectFrom('paymaster_budgets').select('spent').executeTakeFirst())?.spent)
  const settle = (receipt: RpcOutcome, nonce: RpcOutcome = { error: { code: 1, message: 'away' } }) =>
    settleGrants(
      {
        store,
        now: () => clock.now,
        log,
        bundlers: { call: async () => [receipt] },
        proxy: { call: async () => [nonce] },
      },
      { signal: new AbortController().signal, fence: [] },
    )
  return { store, budgets, clock, promised, spent, settle }
}

eachStore('the budgets of the paymaster', open => {
  it('T139: lets parallel promises have no more than the budget and the hour allow', async () => {
    const { budgets, promised, spent } = await openBudgets(open)
    const costs = Array.from({ length: 30 }, (_, index) => promised(7n * gwei, `0x${(index % 6) + 10}`))
    const answers = await Promise.all(costs.map(each => budgets.promise(each, limits)))
    expect(answers.filter(answer => answer === undefined)).toHaveLength(14)
    expect(await spent()).toBe(98)
    const busy = Array.from({ length: 8 }, () => promised(1n, '0x99'))
    const more = { ...limits, dailyBudget: 200n * gwei }
    const others = await Promise.all(busy.map(each => budgets.promise(each, more)))
    expect(others.filter(answer => answer === undefined)).toHaveLength(5)
    expect(others.filter(answer => answer === 'account-limit')).toHaveLength(3)
  })

  it('rounds up, gives an account back what the budget refused, and begins anew each day', async () => {
    const { budgets, promised, spent, clock } = await openBudgets(open)
    expect(await budgets.promise(promised(1n), limits)).toBeUndefined()
    expect(await spent()).toBe(1)
    for (let index = 0; index < 6; index++)
      expect(await budgets.promise(promised(100n * gwei), limits)).toBe('budget')
    expect(await budgets.look(promised(99n * gwei), limits)).toBeUndefined()
    expect(await budgets.look(promised(100n * gwei), limits)).toBe('budget')
    expect(await budgets.promise(promised(99n * gwei), limits)).toBeUndefined()
    clock.now += day
    expect(await budgets.promise(promised(100n * gwei), limits)).toBeUndefined()
    expect(await budgets.promise(promised(101n * gwei), limits)).toBe('budget')
  })

  it.each<[string, RpcOutcome, RpcOutcome | undefined, number]>([
    ['what it cost', { result: { actualGasCost: '0x77359401' } }, undefined, 3],
    ['nothing for what was never sent', { result: null }, { result: `0x${'3'.padStart(64, '0')}` }, 0],
    ['all for a nonce that is used', { result: null }, { result: `0x${'4'.padStart(64, '0')}` }, 50],
    ['all while the chain cannot be read', { result: null }, undefined, 50],
    ['all while the bundler cannot be asked', { error: { code: 1, message: 'away' } }, undefined, 50],
    ['all for an answer that is none', { result: { actualGasCost: 'free' } }, undefined, 50],
  ])('T139: counts %s', async (_name, receipt, nonce, left) => {
    const { budgets, promised, spent, clock, settle } = await openBudgets(open)
    await budgets.promise(promised(50n * gwei), limits)
    await settle({ result: { actualGasCost: '0x1' } })
    expect(await spent()).toBe(50)
    clock.now += 360_001
    await settle(receipt, nonce)
    await settle(receipt, nonce)
    expect(await spent()).toBe(left)
  })
})
