import { expect, test } from 'vitest'
import type { Widget } from '../shell/widget.ts'
import { isPutOff, keepReminder, putAwayReminder, putOffReminder, reminderOf } from './reminder.ts'

const none = { reminder: 'none' } as const

test('what is missing is known for the login that it was asked for', () => {
  const kept = new Map<string, unknown>()
  expect(reminderOf(kept, 'one')).toBeUndefined()
  keepReminder(kept, 'one', none)
  expect([reminderOf(kept, 'one'), reminderOf(kept, 'other')]).toEqual([none, undefined])
  keepReminder(kept, 'one', { reminder: null, keep: ['code'] })
  expect(reminderOf(kept, 'one')).toEqual({ reminder: null, keep: ['code'] })
})

test('“Not now” holds, also against an answer that was under way', () => {
  const kept = new Map<string, unknown>()
  keepReminder(kept, 'one', none)
  putOffReminder(kept, 'one')
  keepReminder(kept, 'one', none)
  expect([reminderOf(kept, 'one'), isPutOff(kept, 'one')]).toEqual([undefined, true])
  // Whoever logs in anew is another visitor, for all that is known.
  keepReminder(kept, 'other', none)
  expect([reminderOf(kept, 'other'), isPutOff(kept, 'other')]).toEqual([none, false])
})

test('“Got it” is told the wallet’s frame, and holds here whether that can be reached or not', async () => {
  const told: unknown[] = []
  const frames = [
    async () => ({ request: async (name: string) => told.push(name) }),
    async () => Promise.reject(),
  ]
  for (const frame of frames) {
    const kept = new Map<string, unknown>()
    keepReminder(kept, 'one', { reminder: null, keep: ['code'] })
    putAwayReminder({ kept, engine: { ctx: { frame } } } as unknown as Widget, 'one')
    expect(reminderOf(kept, 'one')).toBeUndefined()
  }
  await expect.poll(() => told).toEqual(['PUT_AWAY_REMINDER'])
})
