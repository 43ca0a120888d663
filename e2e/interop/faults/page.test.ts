import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asked, hello } from '../asked.ts'
import { openWorld, type World } from '../openWorld.ts'
import type { Approval, SessionView } from '../protocol.ts'
import { openPair, type Pair } from './openPair.ts'
import { readMemory } from './readMemory.ts'

const day = 86_400_000

describe('the page and the phone', () => {
  let world: World
  let pair: Pair

  beforeAll(async () => {
    world = await openWorld()
    pair = await openPair(world)
  })
  afterAll(() => world?.[Symbol.asyncDispose]())

  test('F08: a wallet that never answers, and a late one, end in APKT004 and nothing else', async () => {
    const { dapp, phone, end } = await openPair(world)
    await phone.call('script', { method: 'wc_sessionPropose', outcome: { kind: 'slow', ms: 3_600_000 } })
    const { uri } = await dapp.call<{ uri: string }>('connect', asked)
    await phone.call('pair', { uri })
    await vi.waitFor(async () => expect(await phone.call('proposals')).toBe(1), 5_000)
    const approval = dapp.call('approval')
    approval.catch(() => {})
    await dapp.call('warp', { milliseconds: 310_000 })
    await expect(approval).rejects.toMatchObject({ code: 'APKT004' })
    await phone.call('release', { method: 'wc_sessionPropose' })
    await delay(200)
    expect(await dapp.call('sessions')).toEqual([])
    await end()
  })

  test('F09: a signature that never comes is APKT004 in time, and a late one is ignored', async () => {
    const { dapp, phone, end, connect, sign, address } = await openPair(world)
    const { topic } = await connect()
    await phone.call('script', { method: 'personal_sign', outcome: { kind: 'slow', ms: 3_600_000 } })
    const request = dapp.call('request', {
      topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: [hello, address],
    })
    request.catch(() => {})
    await vi.waitFor(async () => expect(await phone.call('requests')).toHaveLength(1), 5_000)
    await dapp.call('warp', { milliseconds: 301_000 })
    await expect(request).rejects.toMatchObject({ code: -32_603 })
    await phone.call('script', { method: 'personal_sign', outcome: 'approve' })
    await phone.call('release', { method: 'personal_sign' })
    await sign(topic)
    expect(dapp.events.filter(({ name }) => name === 'uncaught')).toEqual([])
    await end()
  })

  test('F10: an answer after the end is ignored', async () => {
    const { dapp, phone, address, connect, sign } = pair
    const { topic } = await connect()
    await phone.call('script', { method: 'personal_sign', outcome: { kind: 'slow', ms: 3_600_000 } })
    const request = dapp.call('request', {
      topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: [hello, address],
    })
    request.catch(() => {})
    const before = await pair.signatures()
    await vi.waitFor(
      async () => expect(await pair.signatures()).toBeGreaterThanOrEqual(Math.max(1, before)),
      5_000,
    )
    await dapp.call('disconnect', { topic })
    await expect(request).rejects.toMatchObject({ code: 4_900 })
    await phone.call('release', { method: 'personal_sign' })
    await phone.call('script', { method: 'personal_sign', outcome: 'approve' })
    const next = await connect()
    await sign(next.topic)
    await dapp.call('disconnect', { topic: next.topic })
    expect(dapp.events.filter(({ name }) => name === 'uncaught')).toEqual([])
  })

  test('F11: a network that the page did not request is reported as it is', async () => {
    const { dapp, phone } = pair
    await phone.call('script', { method: 'wc_sessionPropose', outcome: { kind: 'wrongChain', chainId: 137 } })
    const { uri } = await dapp.call<{ uri: string }>('connect', asked)
    await phone.call('pair', { uri })
    const { session } = await dapp.call<Approval>('approval')
    expect(session.accounts.every(account => account.startsWith('eip155:137:'))).toBe(true)
    await expect(pair.sign(session.topic)).rejects.toMatchObject({ code: 4_901 })
    await phone.call('script', { method: 'wc_sessionPropose', outcome: 'approve' })
    await dapp.call('disconnect', { topic: session.topic })
  })

  test('F12: a session that is gone on the phone does not answer a ping within 3 s', async () => {
    const { dapp, phone, end, connect } = await openPair(world)
    const { topic } = await connect()
    await dapp.call('ping', { topic })
    await phone.away()
    const began = performance.now()
    await expect(dapp.call('ping', { topic })).rejects.toThrow('no answer')
    expect(performance.now() - began).toBeLessThan(5_000)
    await end()
  })

  test('F38: a clock two days ahead pairs and signs all the same', async () => {
    const { connect, sign, end } = await openPair(world, { ahead: 2 * day })
    const { topic } = await connect()
    await sign(topic)
    await end()
  })

  test.each([
    ['ten minutes', 600_000],
    ['two days', 2 * day],
  ])('F38: a clock %s behind is known soon; until then wallets find its codes too old', async (_, behind) => {
    const { connect, sign, end } = await openPair(world, { ahead: -behind })
    const { topic } = await vi.waitFor(connect, { timeout: 20_000, interval: 500 })
    await sign(topic)
    await end()
  })

  test('F35: stopped for a while, it goes on with what came meanwhile', async () => {
    const { dapp, phone, connect, sign } = pair
    const { topic } = await connect()
    const signed = sign(topic, '0x3535')
    process.kill(dapp.pid, 'SIGSTOP')
    await delay(300)
    dapp.line.cut()
    await phone.call('emit', { topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
    await delay(1_200)
    process.kill(dapp.pid, 'SIGCONT')
    await signed
    await dapp.next<{ topic: string }>('event', event => event.topic === topic)
    await dapp.call('disconnect', { topic })
  })

  test('F36: two tabs have one socket, one truth, and ask once', async () => {
    const { dapp, phone, connect, sign, signatures, end } = await openPair(world, { tabs: 2 })
    const session = await connect()
    const { topic } = session
    await vi.waitFor(
      async () => expect(await dapp.call<SessionView[]>('sessions', { tab: 1 })).toHaveLength(1),
      500,
    )
    await Promise.all([sign(topic, '0x00', 0), sign(topic, '0x01', 1)])
    expect(await signatures()).toBe(2)
    expect(dapp.line.open).toBe(1)
    await dapp.call('away', { tab: 0 })
    await sign(topic, '0x02', 1)
    expect(await signatures()).toBe(3)
    await vi.waitFor(() => expect(dapp.line.open).toBe(1), 2_000)
    await dapp.call('disconnect', { topic, tab: 1 })
    await vi.waitFor(async () => expect(await phone.call('sessions')).toEqual([]), 5_000)
    await end()
  })

  test('T87: what page and phone say to each other is not in the relay’s store, log or memory', async () => {
    const canary = `canary-${Math.random().toString(36).slice(2)}-in-a-signed-text`
    const message = `0x${Buffer.from(canary).toString('hex')}` as const
    const { dapp, connect, sign } = pair
    const { topic } = await connect()
    await sign(topic, message)
    const { uri } = await dapp.call<{ uri: string }>('connect', asked)
    const symKey = /symKey=([0-9a-f]{64})/.exec(uri)?.[1] ?? ''
    expect(symKey).toHaveLength(64)
    await dapp.call('giveUp')
    const secrets = [canary, message.slice(2), symKey]
    const stored = readdirSync(world.relay.folder)
      .map(name => readFileSync(join(world.relay.folder, name)).toString('latin1'))
      .join()
    // The topic is the relay's business, so looking for it shows that the looking works.
    expect(stored).toContain(topic)
    for (const secret of secrets) {
      expect(stored).not.toContain(secret)
      expect(world.relay.readLog()).not.toContain(secret)
    }
    if (process.platform === 'linux') {
      const seen = await readMemory(world.relay.pid, [topic, ...secrets])
      expect(seen).toEqual([topic])
    }
    await dapp.call('disconnect', { topic })
  })

  test('T92: a pairing URI is used once, and not after its time', async () => {
    const { dapp, phone } = pair
    const thief = await world.phone('Thief')
    const { uri } = await dapp.call<{ uri: string }>('connect', asked)
    await phone.call('pair', { uri })
    const { session } = await dapp.call<Approval>('approval')
    await thief.call('pair', { uri }).catch(() => {})
    await delay(500)
    expect((await dapp.call<SessionView[]>('sessions')).map(({ peer }) => peer)).toEqual(['Phone'])
    await dapp.call('disconnect', { topic: session.topic })

    const late = await openPair(world)
    const old = await late.dapp.call<{ uri: string }>('connect', asked)
    await late.dapp.call('warp', { milliseconds: 310_000 })
    await thief.call('pair', { uri: old.uri }).catch(() => {})
    await delay(500)
    expect(await late.dapp.call('sessions')).toEqual([])
    for (const { printed } of [dapp, late.dapp, thief]) expect(printed()).not.toContain('symKey')
    expect(world.relay.readLog()).not.toContain('symKey')
    await Promise.all([late.end(), thief.kill()])
  })

  test('our page, phone and relay wanted nothing beyond this machine', () => {
    expect(world.outside()).toEqual([])
  })
})
