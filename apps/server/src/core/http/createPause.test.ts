import { expect, it } from 'vitest'
import { createPause } from './createPause.ts'

it('F44 F46: pauses a server after three failures in a row, and then until it answers', () => {
  let now = 0
  const pause = createPause({ fails: 3, lasts: 100, clock: () => now })
  const says = (...failed: readonly boolean[]) => {
    for (const fails of failed) fails ? pause.failed() : pause.answered()
    return pause.isOn()
  }
  expect(says()).toBe(false)
  expect(says(true, true, false, true, true)).toBe(false)
  expect(says(true)).toBe(true)
  now = 99
  expect(says()).toBe(true)
  now = 100
  expect(says()).toBe(false)
  expect(says(true)).toBe(true)
  // Something that was asked before, and answered now.
  expect(says(false)).toBe(false)
  expect(says(true, true)).toBe(false)
})
