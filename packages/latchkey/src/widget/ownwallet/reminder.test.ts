import { expect, test } from 'vitest'
import { isPutOff, keepReminder, putOffReminder, reminderOf } from './reminder.ts'

test('what is missing is known for the login that it was asked for', () => {
  const kept = new Map<string, unknown>()
  expect(reminderOf(kept, 'one')).toBe(null)
  keepReminder(kept, 'one', 'passkey')
  expect([reminderOf(kept, 'one'), reminderOf(kept, 'other')]).toEqual(['passkey', null])
  keepReminder(kept, 'one', null)
  expect(reminderOf(kept, 'one')).toBe(null)
})

test('“Not now” holds, also against an answer that was under way', () => {
  const kept = new Map<string, unknown>()
  keepReminder(kept, 'one', 'none')
  putOffReminder(kept, 'one')
  keepReminder(kept, 'one', 'none')
  expect([reminderOf(kept, 'one'), isPutOff(kept, 'one')]).toEqual([null, true])
  // Whoever logs in anew is another visitor, for all that is known.
  keepReminder(kept, 'other', 'none')
  expect([reminderOf(kept, 'other'), isPutOff(kept, 'other')]).toEqual(['none', false])
})
