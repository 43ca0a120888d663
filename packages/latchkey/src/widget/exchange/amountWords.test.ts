import { expect, test } from 'vitest'
import { amountWords } from './amountWords.ts'

test.each([
  ['1250.5', 'en', '1,250.5 USDC'],
  ['1250.5', 'de', '1.250,5 USDC'],
  ['0.000000000000000001', 'en', '0.000000000000000001 USDC'],
  ['9007199254740993', 'en', '9,007,199,254,740,993 USDC'],
])('%s in %s is %s, exact', (decimal, locale, words) => {
  expect(amountWords(decimal, 'USDC', locale)).toBe(words)
})
