import { expect, test } from 'vitest'
import { loadOnce } from './loadOnce.ts'

test('C12 a chunk is fetched once, and again after it did not come', async () => {
  const answers = [
    () => Promise.reject(new Error('gone')),
    () => Promise.resolve({}),
    () => expect.unreachable(),
  ]
  const load = loadOnce(() => (answers.shift() ?? expect.unreachable)())
  const first = load()
  expect(load()).toBe(first)
  await expect(first).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
  expect(await load()).toBe(await load())
})
