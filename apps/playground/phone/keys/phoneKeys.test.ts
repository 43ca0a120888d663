import { testAccounts, testMnemonic } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { deriveKeys, keepWords, openKeys } from './phoneKeys.ts'

function createStorage(text?: string) {
  const kept = new Map(text === undefined ? [] : [['latchkey-phone:words', text]])
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('the accounts of known words are the known ones', () => {
  expect(deriveKeys(testMnemonic).accounts).toEqual(testAccounts.slice(0, 3))
})

test('a new phone has twelve words of its own, and keeps them', () => {
  const storage = createStorage()
  const keys = openKeys(storage)
  expect(keys.words.split(' ')).toHaveLength(12)
  expect(openKeys(storage)).toEqual(keys)
  expect(openKeys(createStorage()).words).not.toBe(keys.words)
})

test('other words take their place', () => {
  const storage = createStorage()
  openKeys(storage)
  expect(openKeys(storage).words).not.toBe(keepWords(storage, testMnemonic).words)
  expect(openKeys(storage).words).toBe(testMnemonic)
})

test.each(['', 'three little words', 'x'.repeat(10_000)])(
  'replaces stored text that is no valid words: %#',
  text => {
    expect(openKeys(createStorage(text)).words.split(' ')).toHaveLength(12)
  },
)
