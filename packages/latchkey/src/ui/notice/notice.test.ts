import { describe, expect, test } from 'vitest'
import { createNotices } from './createNotices.ts'
import { type Notice, type NoticeEvent, type NoticeState, noticeTransition } from './noticeTransition.ts'

const saved: Notice = { message: 'Copied', variant: 'success' }
const failed: Notice = { message: 'Failed to connect', variant: 'error' }
const busy: Notice = { message: 'Authenticating...', variant: 'loading' }
const closed: NoticeState = { phase: 'closed' }

describe('noticeTransition (SPEC §4, §9; T17)', () => {
  const rows: [name: string, before: NoticeState, event: NoticeEvent, after: NoticeState][] = [
    [
      'opens at once when none is open',
      closed,
      { type: 'show', notice: saved },
      { phase: 'open', notice: saved, lasts: 4000 },
    ],
    ['loading stays', closed, { type: 'show', notice: busy }, { phase: 'open', notice: busy, lasts: null }],
    [
      'loading leaves when told to',
      closed,
      { type: 'show', notice: { ...busy, autoClose: true } },
      { phase: 'open', notice: { ...busy, autoClose: true }, lasts: 4000 },
    ],
    [
      'an error stays when told to',
      closed,
      { type: 'show', notice: { ...failed, autoClose: false } },
      { phase: 'open', notice: { ...failed, autoClose: false }, lasts: null },
    ],
    [
      'a second closes the first and waits 150 ms',
      { phase: 'open', notice: saved, lasts: 4000 },
      { type: 'show', notice: failed },
      { phase: 'waiting', notice: failed, lasts: 150 },
    ],
    [
      'then opens',
      { phase: 'waiting', notice: failed, lasts: 150 },
      { type: 'over' },
      { phase: 'open', notice: failed, lasts: 4000 },
    ],
    [
      'a third takes the place of the second',
      { phase: 'waiting', notice: failed, lasts: 150 },
      { type: 'show', notice: saved },
      { phase: 'waiting', notice: saved, lasts: 150 },
    ],
    ['closes by itself', { phase: 'open', notice: saved, lasts: 4000 }, { type: 'over' }, closed],
    ['is closed by hand', { phase: 'open', notice: busy, lasts: null }, { type: 'close' }, closed],
    [
      'closing drops one that waits',
      { phase: 'waiting', notice: failed, lasts: 150 },
      { type: 'close' },
      closed,
    ],
  ]
  test.each(rows)('%s', (_, before, event, after) => {
    expect(noticeTransition(before, event)).toEqual(after)
  })
})

test('createNotices runs on the clock it was given', () => {
  const clock = fakeClock()
  const notices = createNotices({ clock })
  const seen: string[] = []
  notices.subscribe(() => seen.push(notices.getSnapshot().phase))
  notices.show(saved)
  clock.pass(100)
  notices.show(failed)
  clock.pass(149)
  expect(notices.getSnapshot().phase).toBe('waiting')
  clock.pass(1)
  expect(notices.getSnapshot()).toMatchObject({ phase: 'open', notice: failed })
  clock.pass(4000)
  expect(seen).toEqual(['open', 'waiting', 'open', 'closed'])
  notices.show(saved)
  notices.destroy()
  expect(clock.waiting()).toBe(0)
})

test.each([
  ['lags', -1],
  ['was set back', -3_600_000],
  ['was set ahead', 3_600_000],
])('no notice stays, or keeps others from being shown, where the wall clock %s', (_, off) => {
  const clock = fakeClock()
  const notices = createNotices({ clock })
  notices.show(saved)
  clock.set(off)
  clock.pass(3999)
  expect(notices.getSnapshot().phase).toBe('open')
  clock.pass(1)
  expect(notices.getSnapshot()).toEqual(closed)
  notices.show(saved)
  notices.show(failed)
  clock.set(off)
  clock.pass(149)
  // A third takes the place of the second, without a longer wait.
  notices.show(busy)
  expect(notices.getSnapshot().phase).toBe('waiting')
  clock.pass(1)
  expect(notices.getSnapshot()).toMatchObject({ phase: 'open', notice: busy })
})

function fakeClock() {
  let now = 0
  /** How far what the clock says is from the time that passed. */
  let off = 0
  let timers: { at: number; fn: () => void }[] = []
  return {
    now: () => now + off,
    set(by: number) {
      off += by
    },
    setTimeout(fn: () => void, delay: number) {
      const timer = { at: now + delay, fn }
      timers.push(timer)
      return () => {
        timers = timers.filter(other => other !== timer)
      }
    },
    waiting: () => timers.length,
    pass(time: number) {
      const end = now + time
      for (;;) {
        const [next] = timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        timers = timers.filter(timer => timer !== next)
        now = next.at
        next.fn()
      }
      now = end
    },
  }
}
