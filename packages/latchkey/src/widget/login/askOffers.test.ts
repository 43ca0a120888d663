import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../engine/base/pageStorage.ts'
import { createKeyStore } from '../../engine/base/storage.ts'
import { createFakeClock } from '../../engine/fixtures/createFakeClock.ts'
import { knownOffers } from '../../engine/flows/login/arrangeOffers.ts'
import type { fetchOffers } from '../../engine/flows/login/fetchOffers.ts'
import type { Widget } from '../shell/widget.ts'
import { answeredOffers, askOffers } from './askOffers.ts'

const offers: Awaited<ReturnType<typeof fetchOffers>> = [{ method: 'github', isAvailable: true }]

/** A widget, and services that answer in turn. */
function setUp(...answers: readonly (typeof offers | Error)[]) {
  const clock = createFakeClock()
  const storage = createKeyStore({ id: 'test', store: createMemoryStorage(), clock })
  const widget = { engine: { ctx: { clock, storage } } } as unknown as Widget
  let times = 0
  const ask = () =>
    askOffers(widget, async () => {
      const answer = answers[times++]
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked once too often')
      return answer
    })
  return { widget, clock, storage, ask, times: () => times }
}

test('whoever asks while the services are asked, or within a minute, has the same answer', async () => {
  const { widget, clock, ask, times } = setUp(offers, [])
  const [one, other] = await Promise.all([ask(), ask()])
  expect([one, other, times()]).toEqual([offers, offers, 1])
  clock.advance(59_999)
  await ask()
  expect(times()).toBe(1)
  clock.advance(1)
  expect([await ask(), times(), answeredOffers(widget)]).toEqual([[], 2, []])
})

test('services that do not answer are left in peace for a minute, and leave it as it is', async () => {
  const { widget, storage, clock, ask, times } = setUp(new Error('down'), offers)
  await storage.write(knownOffers, [{ method: 'x', isAvailable: true }])
  expect([await ask(), await ask(), times()]).toEqual([undefined, undefined, 1])
  expect(answeredOffers(widget)).toEqual([{ method: 'x', isAvailable: true }])
  clock.advance(60_000)
  expect([await ask(), answeredOffers(widget)]).toEqual([offers, offers])
})
