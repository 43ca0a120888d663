import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import type { EngineContext } from '../../context.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { knownOffers } from './arrangeOffers.ts'
import { createOffers } from './createOffers.ts'
import type { fetchOffers } from './fetchOffers.ts'

const offers: Awaited<ReturnType<typeof fetchOffers>> = [{ method: 'github', isAvailable: true }]

/** Services that answer in turn. */
function setUp(...answers: readonly (typeof offers | Error)[]) {
  const clock = createFakeClock()
  const storage = createKeyStore({ id: 'test', store: createMemoryStorage(), clock })
  let times = 0
  const ctx = { clock, storage, signal: new AbortController().signal } as unknown as EngineContext
  const made = createOffers(ctx, async () => {
    const answer = answers[times++]
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('asked once too often')
    return answer
  })
  return { ...made, clock, storage, times: () => times }
}

test('shares one answer between callers within a minute', async () => {
  const { clock, ask, answered, hasAsked, times } = setUp(offers, [])
  expect(hasAsked()).toBe(false)
  const both = Promise.all([ask(), ask()])
  expect(hasAsked()).toBe(true)
  expect([...(await both), times()]).toEqual([offers, offers, 1])
  clock.advance(59_999)
  expect(await ask()).toBe(offers)
  expect(times()).toBe(1)
  clock.advance(1)
  expect([await ask(), times(), answered()]).toEqual([[], 2, []])
})

test('services that do not answer are left in peace for a minute, and leave it as it is', async () => {
  const { storage, clock, ask, answered, times } = setUp(new Error('down'), offers)
  await storage.write(knownOffers, [{ method: 'x', isAvailable: true }])
  expect([await ask(), await ask(), times()]).toEqual([undefined, undefined, 1])
  expect(answered()).toEqual([{ method: 'x', isAvailable: true }])
  clock.advance(60_000)
  expect([await ask(), answered()]).toEqual([offers, offers])
})
