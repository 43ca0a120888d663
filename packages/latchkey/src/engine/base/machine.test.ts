import { expect, it, vi } from 'vitest'
import { createMachine } from './machine.ts'

type Event = { readonly type: 'add'; readonly by: number } | { readonly type: 'nothing' }

const count = (state: { readonly n: number }, event: Event) =>
  event.type === 'add' ? { n: state.n + event.by } : state

it('changes by events alone, and reports the state and the one before', () => {
  const machine = createMachine({ n: 1 }, count)
  const heard = vi.fn()
  const off = machine.subscribe(heard)
  machine.dispatch({ type: 'add', by: 2 })
  expect(machine.getState()).toEqual({ n: 3 })
  expect(heard).toHaveBeenCalledExactlyOnceWith({ n: 3 }, { n: 1 })
  off()
  machine.dispatch({ type: 'add', by: 2 })
  expect(heard).toHaveBeenCalledOnce()
})

it('an event that changes nothing notifies no subscriber', () => {
  const machine = createMachine({ n: 1 }, count)
  const heard = vi.fn()
  machine.subscribe(heard)
  const before = machine.getState()
  machine.dispatch({ type: 'nothing' })
  expect(machine.getState()).toBe(before)
  expect(heard).not.toHaveBeenCalled()
})

it('replaces the state, so that what is gone is gone', () => {
  const machine = createMachine<Record<string, number>, string>({ a: 1, b: 2 }, (state, drop) =>
    Object.fromEntries(Object.entries(state).filter(([key]) => key !== drop)),
  )
  machine.dispatch('a')
  expect(machine.getState()).toEqual({ b: 2 })
})

it('an event out of a listener comes after the one that listeners are getting', () => {
  const machine = createMachine({ n: 0 }, count)
  machine.subscribe(({ n }) => {
    if (n === 1) machine.dispatch({ type: 'add', by: 10 })
  })
  machine.dispatch({ type: 'add', by: 1 })
  expect(machine.getState()).toEqual({ n: 11 })
})

it('two machines share nothing', () => {
  const [one, two] = [createMachine({ n: 0 }, count), createMachine({ n: 0 }, count)]
  one.dispatch({ type: 'add', by: 1 })
  expect(two.getState()).toEqual({ n: 0 })
})
