import { expect, expectTypeOf, test } from 'vitest'
import { giveOne, oneOf } from './oneOf.ts'

const createList = (): string[] => []
const createOther = (): string[] => []

test('an owner has one thing of a kind, made with the first call', () => {
  const owner = { name: 'one' }
  const asked: object[] = []
  const create = (given: typeof owner) => {
    asked.push(given)
    return { of: given.name }
  }
  const first = oneOf(owner, create)
  expectTypeOf(first).toEqualTypeOf<{ of: string }>()
  expect(oneOf(owner, create)).toBe(first)
  expect([first, asked]).toEqual([{ of: 'one' }, [owner]])
})

test('two owners, and two kinds, share nothing', () => {
  const [one, other] = [{}, {}]
  oneOf(one, createList).push('mine')
  expect([oneOf(one, createList), oneOf(other, createList), oneOf(one, createOther)]).toEqual([
    ['mine'],
    [],
    [],
  ])
})

test('undefined is a thing as well, and is not made twice', () => {
  const owner = {}
  let times = 0
  const create = () => void times++
  oneOf(owner, create)
  expect([oneOf(owner, create), times]).toEqual([undefined, 1])
})

test('a maker that throws leaves nothing behind: the next call tries again', () => {
  const owner = {}
  let times = 0
  const create = () => {
    times += 1
    if (times === 1) throw new Error('not yet')
    return times
  }
  expect(() => oneOf(owner, create)).toThrow('not yet')
  expect(oneOf(owner, create)).toBe(2)
})

test('a maker may need another thing of the same owner', () => {
  const owner = {}
  const createCount = (given: object) => oneOf(given, createList).push('counted')
  expect([oneOf(owner, createCount), oneOf(owner, createList)]).toEqual([1, ['counted']])
})

test('a given value replaces the one that would be made, for this owner alone', () => {
  const [one, other] = [{}, {}]
  const given = ['given']
  giveOne(one, createList, given)
  expect([oneOf(one, createList), oneOf(other, createList)]).toEqual([given, []])
})
