import { expect, it } from 'vitest'
import { oneOf, provide } from './oneOf.ts'

const fresh = () => ({ made: new Map() })
const makeBox = (_owner: object) => ({ count: 0 })
const makeNothing = (owner: { calls: number }) => {
  owner.calls++
  return undefined
}

it('makes one thing for each owner', () => {
  const [first, second] = [fresh(), fresh()]
  expect(oneOf(first, makeBox)).toBe(oneOf(first, makeBox))
  expect(oneOf(first, makeBox)).not.toBe(oneOf(second, makeBox))
})

it('calls a maker once, also one that returns undefined', () => {
  const owner = { ...fresh(), calls: 0 }
  oneOf(owner, makeNothing)
  oneOf(owner, makeNothing)
  expect(owner.calls).toBe(1)
})

it('returns a provided value instead of creating one', () => {
  const owner = fresh()
  const box = { count: 7 }
  provide(owner, makeBox, box)
  expect(oneOf(owner, makeBox)).toBe(box)
})

it('refuses a value that comes after the first use', () => {
  const owner = fresh()
  oneOf(owner, makeBox)
  expect(() => provide(owner, makeBox, { count: 1 })).toThrow('makeBox was called before')
})
