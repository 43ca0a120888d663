import { setTimeout as delay } from 'node:timers/promises'
import type { World } from '../openWorld.ts'
import { textFrame } from './createFrameSplitter.ts'
import type { Pair } from './openPair.ts'
import { seeded } from './seeded.ts'

/**
 * Requests while lines and the relay break in an order that the seed fixes; each is to be carried out and answered once.
 * @throws Error when one is not.
 */
export async function stormyRound(world: World, pair: Pair, seed: number, steps: number): Promise<void> {
  const random = seeded(seed)
  const { dapp, phone } = pair
  const { topic } = await pair.connect()
  const before = await pair.signatures()
  const signing: Promise<void>[] = []
  const breaks: readonly (() => void | Promise<void>)[] = [
    () => dapp.line.cut(),
    () => phone.line.cut(),
    () => world.relay.restart(),
    () => dapp.line.set({ latency: random() * 100 }),
    () => phone.line.set({ copies: 2, jitter: () => random() * 50 }),
    () => dapp.line.garble(textFrame('garbage')),
  ]
  for (let step = 0; step < steps; step += 1) {
    signing.push(pair.sign(topic, `0x${step.toString(16).padStart(4, '0')}`, 0, steps * 5_000))
    await breaks[Math.floor(random() * breaks.length)]?.()
    await delay(random() * 150)
  }
  await Promise.all(signing)
  const carriedOut = (await pair.signatures()) - before
  if (carriedOut !== steps)
    throw new Error(`seed ${seed}: ${steps} requests were carried out ${carriedOut} times`)
  dapp.line.set({})
  phone.line.set({})
  await dapp.call('disconnect', { topic })
}
