import { expect, it } from 'vitest'
import { createFreshCache } from './createFreshCache.ts'

function open() {
  const time = { now: 0 }
  const cache = createFreshCache<number>({ lifetime: 1_000, clock: () => time.now, most: 2 })
  const asked: PromiseWithResolvers<number>[] = []
  const get = (name = 'a', isNew = false) =>
    cache(
      name,
      () => {
        const question = Promise.withResolvers<number>()
        asked.push(question)
        return question.promise
      },
      isNew,
    )
  return { time, asked, get }
}

it('reads once for all who ask while it reads, and until its lifetime from the start is over', async () => {
  const { time, asked, get } = open()
  const both = [get(), get()]
  time.now = 300
  asked[0]?.resolve(1)
  expect(await Promise.all(both)).toEqual([1, 1])
  time.now = 499
  expect(await get()).toBe(1)
  expect(asked).toHaveLength(1)
  time.now = 1_000
  const next = get()
  asked[1]?.resolve(2)
  expect(await next).toBe(2)
})

it('renews beside the callers once half of the lifetime is over', async () => {
  const { time, asked, get } = open()
  const first = get()
  asked[0]?.resolve(1)
  await first
  time.now = 500
  expect([await get(), await get()]).toEqual([1, 1])
  expect(asked).toHaveLength(2)
  asked[1]?.resolve(2)
  await asked[1]?.promise
  expect(await get()).toBe(2)
  // Its own lifetime counts from its start.
  time.now = 1_499
  expect(await get()).toBe(2)
})

it('has no failure for later callers, and keeps what is good when a renewal fails', async () => {
  const { time, asked, get } = open()
  const failed = get()
  asked[0]?.reject(new Error('out'))
  await expect(failed).rejects.toThrow('out')
  const first = get()
  asked[1]?.resolve(1)
  await first
  time.now = 500
  await get()
  asked[2]?.reject(new Error('out'))
  await asked[2]?.promise.catch(() => undefined)
  expect(await get()).toBe(1)
  expect(asked).toHaveLength(4)
})

it('reads anew for who wants that, and shares it', async () => {
  const { asked, get } = open()
  const first = get()
  asked[0]?.resolve(1)
  await first
  const second = get('a', true)
  asked[1]?.resolve(2)
  expect(await second).toBe(2)
  expect(await get()).toBe(2)
})

it('is bounded', async () => {
  const { asked, get } = open()
  for (const name of ['a', 'b', 'c']) {
    const answer = get(name)
    asked.at(-1)?.resolve(1)
    await answer
  }
  void get('c')
  expect(asked).toHaveLength(3)
  void get('a')
  expect(asked).toHaveLength(4)
})
