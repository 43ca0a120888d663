import { expect, test } from 'vitest'
import { deriveMachine } from './deriveMachine.ts'
import { createMachine } from './machine.ts'

const counter = (start: number) => createMachine<number, number>(start, (_, next) => next)

test('is composed anew only when one of the states it is made of has changed', () => {
  const [one, other] = [counter(1), counter(2)]
  let times = 0
  const sum = deriveMachine([one, other], () => {
    times += 1
    return { is: one.getState() + other.getState() }
  })
  expect(sum.getState()).toBe(sum.getState())
  expect([sum.getState().is, times]).toEqual([3, 1])
  one.dispatch(5)
  expect([sum.getState().is, times]).toEqual([7, 2])
})

test('reports its state and the one before, and nothing where it did not change', () => {
  const [one, other] = [counter(1), counter(2)]
  const most = deriveMachine([one, other], () => Math.max(one.getState(), other.getState()))
  const told: (readonly [number, number])[] = []
  const stop = most.subscribe((now, before) => told.push([now, before]))
  one.dispatch(2)
  other.dispatch(9)
  stop()
  one.dispatch(20)
  expect(told).toEqual([[9, 2]])
  expect(most.getState()).toBe(20)
})
