/** Which contracts a page takes: its own, and those that a key of the host's vouches for (T70, T111). */
import { expect, test } from 'vitest'
import { canonicalJson } from '../../../contract/canonicalJson.ts'
import { type SwapContractsHead, swapContractsHeadText } from '../../../contract/convert.ts'
import { toDigest } from '../../../contract/directory.ts'
import type { SwapContract } from '../../../contract/swap.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { certify, createSigningKey, type SigningKey, signText } from '../../fixtures/signRegistry.ts'
import { createContracts } from './createContracts.ts'

const now = 1_800_000_000_000
const day = 86_400_000
const network = { caipNetworkId: 'eip155:31337' } as never
const contract = (address: string, change: Partial<SwapContract> = {}): SwapContract => ({
  network: 'eip155:31337',
  provider: 'pools',
  shape: 'v2',
  address,
  spender: true,
  ...change,
})
const pinned = contract('0xa')
const swapping = { known: () => [pinned] }

async function sign(
  contracts: readonly SwapContract[],
  key: SigningKey,
  members: Partial<SwapContractsHead> = {},
): Promise<SwapContractsHead> {
  const digest = await toDigest(canonicalJson(contracts))
  const head = {
    projectId: 'p',
    version: 7,
    issued: now,
    expires: now + 7 * day,
    digest,
    key: key.public,
    ...members,
  }
  return { ...head, signature: members.signature ?? signText(swapContractsHeadText(head), key) }
}

function page(keys: readonly string[], answers: readonly unknown[]) {
  const clock = createFakeClock(now)
  const alerts: unknown[] = []
  const store = createMemoryStorage()
  let calls = 0
  const ctx = {
    clock,
    config: { projectId: 'p', directoryKeys: keys, endpoints: { api: 'https://a.example' } },
    storage: createKeyStore({ id: 'shop', store, clock }),
    signal: new AbortController().signal,
    alert: (...told: unknown[]) => void alerts.push(told),
    api: async () => ({
      async call() {
        const answer = answers[Math.min(calls++, answers.length - 1)]
        if (answer instanceof Error) throw answer
        return answer
      },
    }),
  }
  const contracts = createContracts(ctx as never)
  return { of: () => contracts.of(network, swapping), clock, alerts, calls: () => calls }
}

const key = createSigningKey()
const router = contract('0xb')
const elsewhere = contract('0xc', { network: 'eip155:1' })
const list = [router, elsewhere]

test('signed contracts of the network are taken beside the pinned ones, and asked for once in a while', async () => {
  const answer = { networks: [], contracts: list, head: await sign(list, key) }
  const { of, clock, calls } = page([key.public], [answer])
  expect(await of()).toEqual([pinned, router])
  await of()
  expect(calls()).toBe(1)
  clock.advance(600_000)
  expect(await of()).toEqual([pinned, router])
  expect(calls()).toBe(2)
})

test('a key that a trusted one vouches for counts', async () => {
  const offline = createSigningKey()
  const certificate = certify(key, offline, now + day)
  const answer = { networks: [], contracts: list, head: await sign(list, key, { certificate }) }
  expect(await page([offline.public], [answer]).of()).toEqual([pinned, router])
})

test.each<[string, (head: SwapContractsHead) => Partial<SwapContractsHead>, (readonly SwapContract[])?]>([
  ['of another project', () => ({ projectId: 'other' })],
  ['that has ended', () => ({ issued: now - 8 * day, expires: now - 1 })],
  ['valid for too long', () => ({ expires: now + 100 * day })],
  ['of the future', () => ({ issued: now + 4 * day, expires: now + 5 * day })],
])('T111, T123 contracts with a head %s are not taken', async (_what, change) => {
  const plain = await sign(list, key)
  const answer = { networks: [], contracts: list, head: await sign(list, key, change(plain)) }
  const { of, alerts } = page([key.public], [answer])
  expect(await of()).toEqual([pinned])
  expect(alerts).toMatchObject([['APKT003', { of: 'contracts of swaps' }]])
})

test.each<[string, () => Promise<unknown>]>([
  [
    'changed after they were signed',
    async () => ({ contracts: [...list, contract('0xd')], head: await sign(list, key) }),
  ],
  ['left out', async () => ({ contracts: [router], head: await sign(list, key) })],
  ['signed by a stranger', async () => ({ contracts: list, head: await sign(list, createSigningKey()) })],
  [
    'whose signature is another’s',
    async () => ({ contracts: list, head: { ...(await sign(list, key)), version: 8 } }),
  ],
])('T70, T123 contracts %s are not taken', async (_what, make) => {
  expect(await page([key.public], [await make()]).of()).toEqual([pinned])
})

test('T111, T123 versions only grow', async () => {
  const old = [contract('0xold')]
  const { of, clock } = page(
    [key.public],
    [
      { contracts: list, head: await sign(list, key, { version: 9 }) },
      { contracts: old, head: await sign(old, key, { version: 8 }) },
    ],
  )
  expect(await of()).toEqual([pinned, router])
  clock.advance(600_000)
  expect(await of()).toEqual([pinned])
})

test.each([
  ['cannot be had anew', new Error('offline')],
  ['comes again as it was', undefined],
])('T123 a list is taken no longer than it is signed for, when it %s', async (_what, second) => {
  const head = await sign(list, key, { issued: now - day, expires: now + 60_000 })
  const answer = { contracts: list, head }
  const { of, clock } = page([key.public], [answer, second ?? answer])
  expect(await of()).toEqual([pinned, router])
  clock.advance(59_999)
  expect(await of()).toEqual([pinned, router])
  clock.advance(1)
  expect(await of()).toEqual([pinned])
})

test('T123 a page without keys asks for nothing, and takes its own', async () => {
  const answer = { contracts: list, head: await sign(list, key) }
  const { of, calls } = page([], [answer])
  expect(await of()).toEqual([pinned])
  expect(calls()).toBe(0)
})

test('a list that does not come is asked for again soon', async () => {
  const answer = { contracts: list, head: await sign(list, key) }
  const { of, clock, alerts } = page([key.public], [new Error('offline'), answer])
  expect(await of()).toEqual([pinned])
  clock.advance(10_000)
  expect(await of()).toEqual([pinned, router])
  expect(alerts).toEqual([])
})
