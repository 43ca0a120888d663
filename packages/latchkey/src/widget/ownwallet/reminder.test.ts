import { expect, test } from 'vitest'
import type { EngineContext } from '../../engine/context.ts'
import { isPutOff, keepReminder, putAwayReminder, putOffReminder, reminderOf } from './reminder.ts'

const none = { reminder: 'none' } as const

test('the reminder belongs to the login that requested it', () => {
  const ctx = {}
  expect(reminderOf(ctx, 'one')).toBeUndefined()
  keepReminder(ctx, 'one', none)
  expect([reminderOf(ctx, 'one'), reminderOf(ctx, 'other')]).toEqual([none, undefined])
  keepReminder(ctx, 'one', { reminder: null, keep: ['code'] })
  expect(reminderOf(ctx, 'one')).toEqual({ reminder: null, keep: ['code'] })
})

test('“Not now” holds, also against a pending answer', () => {
  const ctx = {}
  keepReminder(ctx, 'one', none)
  putOffReminder(ctx, 'one')
  keepReminder(ctx, 'one', none)
  expect([reminderOf(ctx, 'one'), isPutOff(ctx, 'one')]).toEqual([undefined, true])
  // A new login may be another visitor.
  keepReminder(ctx, 'other', none)
  expect([reminderOf(ctx, 'other'), isPutOff(ctx, 'other')]).toEqual([none, false])
})

test('“Got it” reaches the wallet’s frame, and holds here even if that fails', async () => {
  const told: unknown[] = []
  const frames = [
    async () => ({ request: async (name: string) => told.push(name) }),
    async () => Promise.reject(),
  ]
  for (const frame of frames) {
    const ctx = { frame } as unknown as Pick<EngineContext, 'frame'>
    keepReminder(ctx, 'one', { reminder: null, keep: ['code'] })
    putAwayReminder(ctx, 'one')
    expect(reminderOf(ctx, 'one')).toBeUndefined()
  }
  await expect.poll(() => told).toEqual(['PUT_AWAY_REMINDER'])
})
