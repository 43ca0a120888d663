import { expect, test } from 'vitest'
import { formatAge } from './formatAge.ts'

test.each([
  [0, 'en', 'now'],
  [-5_000, 'en', 'now'],
  [999, 'en', 'now'],
  [59_999, 'en', '59 seconds ago'],
  [60_000, 'en', '1 minute ago'],
  [3_599_000, 'en', '59 minutes ago'],
  [7_200_000, 'en', '2 hours ago'],
  [86_400_000, 'en', 'yesterday'],
  [3 * 86_400_000, 'de', 'vor 3 Tagen'],
])('%d ms ago in %s is %s', (age, locale, text) => {
  expect(formatAge(age, locale)).toBe(text)
})
