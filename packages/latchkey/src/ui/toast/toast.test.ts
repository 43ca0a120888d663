import { describe, expect, test } from 'vitest'
import { createToasts } from './createToasts.ts'
import { isSwipe } from './isSwipe.ts'
import {
  nextToastChange,
  noToasts,
  type ToastContent,
  type ToastEvent,
  type ToastState,
  toastTransition,
} from './toastTransition.ts'

const content = (id: string, more: Partial<ToastContent> = {}): ToastContent => ({
  id,
  message: `Message ${id}`,
  variant: 'info',
  ...more,
})

function run(...events: ToastEvent[]): ToastState {
  return events.reduce(toastTransition, noToasts)
}

const ids = (state: ToastState) =>
  state.toasts.map(toast => `${toast.content.id}${toast.goneAt === null ? '' : ' leaving'}`)

describe('toastTransition (SPEC §9, toast row)', () => {
  const rows: [name: string, events: ToastEvent[], ids: string[]][] = [
    [
      'newest first',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'add', content: content('b'), now: 1 },
      ],
      ['b', 'a'],
    ],
    [
      'stays until 4000 ms',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'time', now: 3999 },
      ],
      ['a'],
    ],
    [
      'leaves at 4000 ms',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'time', now: 4000 },
      ],
      ['a leaving'],
    ],
    [
      'is gone after its fade',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'time', now: 4000 },
        { type: 'time', now: 4200 },
      ],
      [],
    ],
    [
      'loading stays',
      [
        { type: 'add', content: content('a', { variant: 'loading' }), now: 0 },
        { type: 'time', now: 60_000 },
      ],
      ['a'],
    ],
    [
      'an own duration',
      [
        { type: 'add', content: content('a', { duration: 100 }), now: 0 },
        { type: 'time', now: 100 },
      ],
      ['a leaving'],
    ],
    [
      'null stays',
      [
        { type: 'add', content: content('a', { duration: null }), now: 0 },
        { type: 'time', now: 60_000 },
      ],
      ['a'],
    ],
    [
      'time stands still while held',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'hold', hold: 'hover', now: 3000 },
        { type: 'time', now: 60_000 },
      ],
      ['a'],
    ],
    [
      'and goes on with what was left',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'hold', hold: 'hover', now: 3000 },
        { type: 'release', hold: 'hover', now: 60_000 },
        { type: 'time', now: 60_999 },
      ],
      ['a'],
    ],
    [
      'to the end',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'hold', hold: 'hover', now: 3000 },
        { type: 'release', hold: 'hover', now: 60_000 },
        { type: 'time', now: 61_000 },
      ],
      ['a leaving'],
    ],
    [
      'two holds need two releases',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'hold', hold: 'hover', now: 0 },
        { type: 'hold', hold: 'hidden', now: 0 },
        { type: 'release', hold: 'hover', now: 1 },
        { type: 'time', now: 9000 },
      ],
      ['a'],
    ],
    [
      'the same hold twice is one',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'hold', hold: 'focus', now: 0 },
        { type: 'hold', hold: 'focus', now: 0 },
        { type: 'release', hold: 'focus', now: 0 },
        { type: 'time', now: 4000 },
      ],
      ['a leaving'],
    ],
    [
      'dismissed by hand, even while held',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'hold', hold: 'hover', now: 0 },
        { type: 'dismiss', id: 'a', now: 5 },
        { type: 'time', now: 205 },
      ],
      [],
    ],
    [
      'an unknown id is nothing',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'dismiss', id: 'z', now: 5 },
      ],
      ['a'],
    ],
    [
      'the same id keeps its place and starts anew',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'add', content: content('b'), now: 0 },
        { type: 'add', content: content('a'), now: 3000 },
        { type: 'time', now: 4000 },
      ],
      ['b leaving', 'a'],
    ],
    [
      'an id that was leaving comes back as new',
      [
        { type: 'add', content: content('a'), now: 0 },
        { type: 'dismiss', id: 'a', now: 1 },
        { type: 'add', content: content('a'), now: 2 },
      ],
      ['a'],
    ],
    [
      'a clock set back lengthens nothing',
      [
        { type: 'add', content: content('a'), now: 5000 },
        { type: 'time', now: 1000 },
        { type: 'time', now: 5000 },
      ],
      ['a leaving'],
    ],
  ]
  test.each(rows)('%s', (_, events, expected) => {
    expect(ids(run(...events))).toEqual(expected)
  })

  test('a flood keeps the newest twenty', () => {
    const state = run(
      ...Array.from(
        { length: 50 },
        (_, now): ToastEvent => ({ type: 'add', content: content(`${now}`), now }),
      ),
    )
    expect(state.toasts).toHaveLength(20)
    expect(ids(state)[0]).toBe('49')
  })

  test('knows when it changes next', () => {
    expect(nextToastChange(noToasts)).toBeNull()
    expect(nextToastChange(run({ type: 'add', content: content('a'), now: 0 }))).toBe(4000)
    expect(
      nextToastChange(
        run({ type: 'add', content: content('a'), now: 0 }, { type: 'hold', hold: 'hover', now: 1 }),
      ),
    ).toBeNull()
    expect(
      nextToastChange(
        run({ type: 'add', content: content('a'), now: 0 }, { type: 'dismiss', id: 'a', now: 1 }),
      ),
    ).toBe(200)
  })
})

describe('isSwipe (SPEC §9: 45 px or 0.11 px/ms)', () => {
  test.each([
    [44, 1000, false],
    [45, 1000, true],
    [45, 0, true],
    [11, 100, false],
    [12, 100, true],
    [0, 100, false],
    [-60, 100, false],
    [5, 0, false],
  ])('%d px in %d ms: %s', (distance, elapsed, swiped) => {
    expect(isSwipe(distance, elapsed)).toBe(swiped)
  })
})

test('createToasts runs on the clock it was given and leaves no timer behind', () => {
  let now = 0
  const timers = new Set<{ at: number; fn: () => void }>()
  const toasts = createToasts({
    clock: {
      now: () => now,
      setTimeout(fn, delay) {
        const timer = { at: now + delay, fn }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
  })
  const seen: string[][] = []
  toasts.subscribe(() => seen.push(ids(toasts.getSnapshot())))
  toasts.show(content('a'))
  expect(timers.size).toBe(1)
  for (let guard = 0; guard < 5; guard++) {
    for (const timer of [...timers]) {
      timers.delete(timer)
      now = timer.at
      timer.fn()
    }
  }
  expect(now).toBe(4200)
  expect(seen).toEqual([['a'], ['a leaving'], []])
  toasts.show(content('b'))
  toasts.destroy()
  expect(timers.size).toBe(0)
})
