import { webcrypto } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOrbitWorld, type OrbitWorld, orbitIds } from '../chains/conformance/createOrbitWorld.ts'
import { orbit, orbitNetwork } from '../chains/conformance/orbit.ts'
import { parseBase58 } from '../contract/base58.ts'
import { explorerLink } from '../contract/explorerLink.ts'
import { createBackendSiwx } from '../siwx.ts'
import { resolveConfig } from './base/config.ts'
import { createFacts } from './base/facts.ts'
import { factsOf } from './base/factsOf.ts'
import { createMemoryStorage } from './base/pageStorage.ts'
import { createEngine } from './createEngine.ts'
import type { Engine } from './engine.ts'
import { canSend } from './flows/send/canSend.ts'
import { createSendFlow } from './flows/send/createSendFlow.ts'
import { submitTransfer } from './flows/send/submitTransfer.ts'
import { waitForReceipt } from './nouns/journal/waitForReceipt.ts'

const { own, friend, real, imitation, moved } = orbitIds
const account = `orbit:main:${own}` as const

let world: OrbitWorld
let engine: Engine

beforeEach(async () => {
  world = createOrbitWorld()
  vi.stubGlobal('fetch', world.fetch)
  vi.stubGlobal('location', { host: 'host.example', origin: 'https://host.example' })
  engine = createEngine({
    config: resolveConfig({
      projectId: 'test',
      adapters: [orbit(world.wallet)],
      networks: [orbitNetwork],
      endpoints: { api: 'https://api.orbit.example' },
      siwx: createBackendSiwx({ url: 'https://host.example/auth' }),
      storage: createMemoryStorage(),
    }),
    facts: createFacts(),
    notify: () => undefined,
  })
  const { info } = world.wallet
  const wallet = {
    key: 'orbit',
    namespace: 'orbit',
    source: 'announced',
    info,
    provider: world.wallet,
  } as const
  await engine.connect({ wallet, walletId: 'std:Comet' })
})

afterEach(() => {
  engine.destroy()
  world.wallet.stop()
  vi.unstubAllGlobals()
})

test('an adapter alone signs its visitors in, by the text of its namespace and a real signature', async () => {
  const signIn = await engine.signIn()
  await signIn.check()
  await vi.waitUntil(() => signIn.machine.getState().at === 'ready')
  signIn.sign()
  await vi.waitUntil(() => engine.ctx.signIn.getState().accounts[account] === true)
  const { message, signature } = world.verified[0] ?? { message: '', signature: '' }
  expect(message.split('\n').slice(0, 2)).toEqual([
    'host.example wants you to sign in with your Orbit account:',
    own,
  ])
  expect(message).toContain('\nChain ID: main\n')
  const raw = Uint8Array.from(parseBase58(own, 32) ?? [])
  const key = await webcrypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  const bytes = Buffer.from(signature, 'base64')
  expect(await webcrypto.subtle.verify('Ed25519', key, bytes, Buffer.from(message))).toBe(true)
})

test('an adapter alone brings balance, tokens told apart by case, and the words of the explorer', async () => {
  await engine.refreshBalance()
  expect(engine.ctx.balances.getState()[account]).toMatchObject({ amount: '2.5', symbol: 'ORB' })
  const tokens = await engine.tokens()
  await tokens.refresh()
  const held = tokens.machine.getState().portfolios[account]?.tokens.map(({ key, symbol }) => [key, symbol])
  expect(held).toEqual(
    expect.arrayContaining([
      ['native', 'ORB'],
      [real, 'TRUE'],
      [imitation, 'FALSE'],
    ]),
  )
  const { explorer } = factsOf(engine.ctx.config, 'orbit')
  expect(explorerLink(orbitNetwork, 'address', own, explorer)).toBe(
    `https://scan.orbit.example/holder/${own}?net=main`,
  )
  expect(explorerLink(orbitNetwork, 'transaction', moved, explorer)).toBe(
    `https://scan.orbit.example/move/${moved}?net=main`,
  )
})

test('an adapter alone sends: the token that was asked for, to the receiver that was typed, until its receipt', async () => {
  const { ctx } = engine
  expect(canSend(ctx)).toBe(true)
  const flow = createSendFlow(engine)
  const leave = flow.enter()
  flow.draft.want(real)
  await vi.waitUntil(() => flow.draft.machine.getState().token?.symbol === 'TRUE')
  flow.draft.typeAmount('3')
  flow.draft.typeReceiver(friend)
  await vi.waitUntil(() => flow.check(undefined).at === 'ready')
  const checked = flow.check(undefined)
  if (checked.at !== 'ready') throw new Error('The draft is not whole')
  expect(checked.transfer).toMatchObject({
    from: account,
    to: friend,
    asset: { address: real, symbol: 'TRUE' },
    amount: { value: 3_000_000n, decimals: 6 },
  })
  const { signal } = new AbortController()
  const { id } = flow.draft.machine.getState()
  expect(await submitTransfer(ctx, { id, transfer: checked.transfer, signal })).toEqual({ hash: moved })
  expect(world.orders).toEqual([{ from: own, to: friend, amount: 3_000_000n, token: real }])
  expect(await waitForReceipt(ctx, { hash: moved })).toEqual({ status: 'confirmed', hash: moved })
  await expect(waitForReceipt(ctx, { hash: '0x1' })).rejects.toMatchObject({ code: 'SEND_INCOMPLETE' })
  leave()
})

test('a receiver that differs from the sender in the case of a letter alone is not the sender', async () => {
  const flow = createSendFlow(engine)
  const leave = flow.enter()
  const other = own.replace('AK', 'Ak')
  flow.draft.want(real)
  await vi.waitUntil(() => flow.draft.machine.getState().token?.symbol === 'TRUE')
  flow.draft.typeAmount('3')
  flow.draft.typeReceiver(other)
  await vi.waitUntil(() => flow.check(undefined).at === 'ready')
  expect(flow.check(own)).toMatchObject({ at: 'blocked', problem: 'unproven' })
  leave()
})
