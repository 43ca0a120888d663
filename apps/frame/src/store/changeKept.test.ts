import { expect, test } from 'vitest'
import { changeKept } from './changeKept.ts'
import type { Kept } from './kept.ts'
import type { KeptStore } from './openKeptStore.ts'
import { openLocks } from './openLocks.ts'

const words: Kept<string[]> = { name: 'words', version: 1, read: value => value as string[] }

test('two concurrent changes overwrite nothing of each other', async () => {
  let kept: unknown = []
  const slow = () => new Promise(resolve => setImmediate(resolve))
  const store = {
    async read() {
      const before = kept
      await slow()
      return before
    },
    async write(_kept: unknown, data: unknown) {
      await slow()
      kept = data
      return true
    },
  } as unknown as KeptStore
  const locks = await openLocks(() => {
    throw new Error('none')
  })
  const add = (word: string) => changeKept({ store, locks }, words, (before = []) => [...before, word])
  await Promise.all([add('one'), add('two'), add('three')])
  expect(kept).toEqual(['one', 'two', 'three'])
})
