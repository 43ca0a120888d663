import { expect, test } from 'vitest'
import { type ResourceEvent, type ResourceState, resourceTransition } from './resourceTransition.ts'

type Event = ResourceEvent<string>

const after = (...events: readonly Event[]) =>
  events.reduce<ResourceState<string>>(resourceTransition, { key: 'a', entries: {} })
const asked = (ticket: number, more = false): Event => ({ type: 'asked', key: 'a', ticket, more, most: 8 })
const answered = (ticket: number, data: string, at = ticket): Event => ({
  type: 'answered',
  key: 'a',
  ticket,
  data,
  at,
})
const failed = (ticket: number, how: { clears?: boolean; quiet?: boolean } = {}): Event => ({
  type: 'failed',
  key: 'a',
  ticket,
  at: 50,
  retryAt: 80,
  clears: how.clears ?? false,
  quiet: how.quiet ?? false,
})

test.each<[string, readonly Event[], Event]>([
  ['an answer to an older question', [asked(1), asked(2)], answered(1, 'old')],
  ['a failure of an older question', [asked(1), asked(2)], failed(1)],
  ['an answer to a question that was let go', [asked(1), { type: 'dropped', key: 'a' }], answered(1, 'late')],
  ['a second answer', [asked(1), answered(1, 'one')], answered(1, 'two')],
  ['letting go of what is not asked', [asked(1), answered(1, 'one')], { type: 'dropped', key: 'a' }],
  [
    'what the store remembers once something was read',
    [asked(1), answered(1, 'one')],
    { type: 'recalled', key: 'a', data: 'stored', at: 0 },
  ],
  ['moving to where one is', [], { type: 'moved', key: 'a', most: 8 }],
])('%s changes nothing', (_, before, event) => {
  const state = after(...before)
  expect(resourceTransition(state, event)).toBe(state)
})

test('a further page does not make the beginning younger; one that is read anew does', () => {
  const known = after(asked(1), answered(1, 'one', 10), asked(2, true), answered(2, 'one, two', 20))
  expect(known.entries.a).toEqual({ data: 'one, two', at: 10, triedAt: 20 })
  const anew = [asked(3), answered(3, 'new', 30)].reduce(resourceTransition, known)
  expect(anew.entries.a).toEqual({ data: 'new', at: 30, triedAt: 30 })
})

test.each<[string, Event, object]>([
  ['keeps what was known, with its age', failed(2), { data: 'one', at: 1, failed: { at: 50, retryAt: 80 } }],
  ['clears it', failed(2, { clears: true }), { failed: { at: 50, retryAt: 80 } }],
  ['says nothing', failed(2, { clears: true, quiet: true }), { data: 'one', at: 1 }],
])('a failure %s', (_, event, left) => {
  expect(after(asked(1), answered(1, 'one'), asked(2), event).entries.a).toEqual({ ...left, triedAt: 50 })
})
