import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openWorld, type World } from '../openWorld.ts'
import { openPair } from './openPair.ts'
import { stormyRound } from './stormyRound.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world?.[Symbol.asyncDispose]())

test.each(Array.from({ length: 12 }, (_, index) => index + 100))(
  'a stormy round with seed %i: each request is carried out once',
  async seed => {
    const pair = await openPair(world)
    await stormyRound(world, pair, seed, 20)
    expect(pair.dapp.events.filter(({ name }) => name === 'uncaught')).toEqual([])
    await pair.end()
  },
)

test('F04: a line that went dead without a word is given up within 40 s', async () => {
  const { dapp, connect, sign, end } = await openPair(world)
  const { topic } = await connect()
  await sign(topic)
  const before = dapp.line.total
  dapp.line.set({ silent: true })
  const began = performance.now()
  await vi.waitFor(() => expect(dapp.line.total).toBeGreaterThan(before), { timeout: 60_000, interval: 100 })
  expect(performance.now() - began).toBeLessThan(41_000)
  dapp.line.set({})
  await sign(topic)
  await end()
})

test('F35: stopped for longer than the relay waits, it comes back and has what it missed', async () => {
  const { dapp, phone, connect, sign, end } = await openPair(world)
  const { topic } = await connect()
  process.kill(dapp.pid, 'SIGSTOP')
  await phone.call('emit', { topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 1 } })
  await delay(75_000)
  process.kill(dapp.pid, 'SIGCONT')
  await dapp.next<{ topic: string }>('event', event => event.topic === topic, 20_000)
  await sign(topic)
  await end()
})

test('F06: down for a minute, it is back within the longest wait and with nothing lost', async () => {
  const pair = await openPair(world)
  const { topic } = await pair.connect()
  const before = await pair.signatures()
  const signing: Promise<void>[] = []
  await world.relay.restart(async () => {
    signing.push(pair.sign(topic, '0x06', 0, 120_000))
    await delay(60_000)
  })
  await Promise.all(signing)
  expect(await pair.signatures()).toBe(before + 1)
  await pair.end()
})
