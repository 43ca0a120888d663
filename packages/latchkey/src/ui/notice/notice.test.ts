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
      { type: 'show', notice: saved, now: 10 },
      { phase: 'open', notice: saved, until: 4010 },
    ],
    [
      'loading stays',
      closed,
      { type: 'show', notice: busy, now: 10 },
      { phase: 'open', notice: busy, until: null },
    ],
    [
      'loading leaves when told to',
      closed,
      { type: 'show', notice: { ...busy, autoClose: true }, now: 0 },
      { phase: 'open', notice: { ...busy, autoClose: true }, until: 4000 },
    ],
    [
      'an error stays when told to',
      closed,
      { type: 'show', notice: { ...failed, autoClose: false }, now: 0 },
      { phase: 'open', notice: { ...failed, autoClose: false }, until: null },
    ],
    [
      'a second closes the first and waits 150 ms',
      { phase: 'open', notice: saved, until: 4000 },
      { type: 'show', notice: failed, now: 1000 },
      { phase: 'waiting', notice: failed, until: 1150 },
    ],
    [
      'still closed before 150 ms',
      { phase: 'waiting', notice: failed, until: 1150 },
      { type: 'time', now: 1149 },
      { phase: 'waiting', notice: failed, until: 1150 },
    ],
    [
      'then opens',
      { phase: 'waiting', notice: failed, until: 1150 },
      { type: 'time', now: 1150 },
      { phase: 'open', notice: failed, until: 5150 },
    ],
    [
      'a third takes the place of the second, without a longer wait',
      { phase: 'waiting', notice: failed, until: 1150 },
      { type: 'show', notice: saved, now: 1100 },
      { phase: 'waiting', notice: saved, until: 1150 },
    ],
    ['closes by itself', { phase: 'open', notice: saved, until: 4000 }, { type: 'time', now: 4000 }, closed],
    [
      'not earlier',
      { phase: 'open', notice: saved, until: 4000 },
      { type: 'time', now: 3999 },
      { phase: 'open', notice: saved, until: 4000 },
    ],
    ['is closed by hand', { phase: 'open', notice: busy, until: null }, { type: 'close' }, closed],
    [
      'closing drops one that waits',
      { phase: 'waiting', notice: failed, until: 9 },
      { type: 'close' },
      closed,
    ],
    ['time on a closed one is nothing', closed, { type: 'time', now: 9 }, closed],
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

function fakeClock() {
  let now = 0
  let timers: { at: number; fn: () => void }[] = []
  return {
    now: () => now,
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
