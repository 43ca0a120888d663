import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asked } from '../asked.ts'
import { openWorld, type World } from '../openWorld.ts'
import type { Approval, SessionView } from '../protocol.ts'
import { textFrame } from './createFrameSplitter.ts'
import { openPair, type Pair } from './openPair.ts'
import { seeded } from './seeded.ts'
import { stormyRound } from './stormyRound.ts'

const proposals = (pair: Pair) => pair.phone.call<number>('proposals')

describe('the relay and the way to it', () => {
  let world: World
  let pair: Pair

  beforeAll(async () => {
    world = await openWorld()
    pair = await openPair(world)
  })
  afterAll(() => world?.[Symbol.asyncDispose]())

  test('F01: cut while a code is shown, the same code still connects', async () => {
    const { dapp, phone } = pair
    const { uri } = await dapp.call<{ uri: string }>('connect', asked)
    await vi.waitFor(() => expect(dapp.line.open).toBe(1), 5_000)
    dapp.line.set({ down: true })
    dapp.line.cut()
    await phone.call('pair', { uri })
    await delay(300)
    dapp.line.set({})
    const { session } = await dapp.call<Approval>('approval')
    await pair.sign(session.topic)
    await dapp.call('disconnect', { topic: session.topic })
  })

  test('F02: cut between a proposal and its acknowledgement, the wallet sees one proposal', async () => {
    const { dapp, phone } = pair
    const before = await proposals(pair)
    // The line is up already; from now on answers do not come back.
    const session = await pair.connect()
    dapp.line.set({ deaf: true })
    const sent = dapp.line.sent
    const { uri } = await dapp.call<{ uri: string }>('connect', asked)
    await vi.waitFor(() => expect(dapp.line.sent).toBeGreaterThan(sent + 500), 5_000)
    dapp.line.cut()
    dapp.line.set({})
    await phone.call('pair', { uri })
    const second = (await dapp.call<Approval>('approval')).session
    expect(await proposals(pair)).toBe(before + 2)
    await pair.sign(second.topic)
    for (const { topic } of [session, second]) await dapp.call('disconnect', { topic })
  })

  test('F02: cut between a request and its acknowledgement, the wallet is asked once', async () => {
    const { dapp } = pair
    const { topic } = await pair.connect()
    const before = await pair.signatures()
    dapp.line.set({ deaf: true })
    const sent = dapp.line.sent
    const signed = pair.sign(topic)
    await vi.waitFor(() => expect(dapp.line.sent).toBeGreaterThan(sent + 200), 5_000)
    await delay(100)
    dapp.line.cut()
    dapp.line.set({})
    await signed
    expect(await pair.signatures()).toBe(before + 1)
    await dapp.call('disconnect', { topic })
  })

  test('F05, F10, T89: each push three times and out of order is handled once', async () => {
    const { dapp, phone } = pair
    const random = seeded(5)
    const fault = { copies: 3, jitter: () => random() * 60 }
    dapp.line.set(fault)
    phone.line.set(fault)
    const before = { proposals: await proposals(pair), signatures: await pair.signatures() }
    const { topic } = await pair.connect()
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => pair.sign(topic, `0x${index.toString(16).padStart(4, '0')}`)),
    )
    expect(await proposals(pair)).toBe(before.proposals + 1)
    expect(await pair.signatures()).toBe(before.signatures + 8)
    dapp.line.set({})
    phone.line.set({})
    await dapp.call('disconnect', { topic })
  })

  test('F06: down for a while, the page shows it and recovers without a reload', async () => {
    const { dapp } = pair
    const { topic } = await pair.connect()
    const seen = dapp.events.length
    dapp.line.set({ down: true })
    dapp.line.cut()
    await vi.waitFor(
      () => expect(dapp.events.slice(seen)).toContainEqual({ name: 'relay', data: { online: false } }),
      10_000,
    )
    expect((await dapp.call<SessionView[]>('sessions')).map(each => each.topic)).toContain(topic)
    const signed = pair.sign(topic)
    dapp.line.set({})
    await signed
    expect(
      dapp.events
        .slice(seen)
        .filter(each => each.name === 'relay')
        .at(-1)?.data,
    ).toEqual({ online: true })
    await dapp.call('disconnect', { topic })
  })

  test('F03: answers every pending request after the relay was killed', async () => {
    const { topic } = await pair.connect()
    const before = await pair.signatures()
    const signing = Array.from({ length: 5 }, (_, index) => pair.sign(topic, `0x${index}${index}`))
    await world.relay.restart()
    await Promise.all(signing)
    expect(await pair.signatures()).toBe(before + 5)
    await pair.dapp.call('disconnect', { topic })
  })

  test('garbage from the relay ends nothing', async () => {
    const { dapp, phone } = pair
    const { topic } = await pair.connect()
    const hostile = [
      'not json',
      '[]',
      '{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"x","data":{"topic":"00","message":"AAA"}}}',
      `{"id":1,"jsonrpc":"2.0","method":"irn_subscription","params":{"id":"x","data":{"topic":"${topic}","message":"AAAA","publishedAt":1,"tag":1108}}}`,
      '{"id":"1","jsonrpc":"2.0","error":{"code":-32603}}',
      '{"__proto__":{"x":1}}',
    ]
    for (const text of hostile) {
      dapp.line.garble(textFrame(text))
      phone.line.garble(textFrame(text))
    }
    await pair.sign(topic)
    // A frame with an opcode that does not exist: the socket ends, and comes back.
    dapp.line.garble(Uint8Array.of(0x8f, 0x00))
    await pair.sign(topic)
    expect(dapp.events.filter(each => each.name === 'uncaught')).toEqual([])
    await dapp.call('disconnect', { topic })
  })

  test('a slow line is slow, and nothing else', async () => {
    const { dapp, phone } = pair
    dapp.line.set({ latency: 120, bytesPerSecond: 20_000 })
    phone.line.set({ latency: 80 })
    const { topic } = await pair.connect()
    await pair.sign(topic)
    dapp.line.set({})
    phone.line.set({})
    await dapp.call('disconnect', { topic })
  })

  test('a seeded round of cuts, kills and delays: each request is carried out once', async () => {
    await stormyRound(world, pair, 1, 6)
  })
})
