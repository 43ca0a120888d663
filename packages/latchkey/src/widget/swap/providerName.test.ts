import { expect, test } from 'vitest'
import { providerName } from './providerName.ts'

test.each([
  ['pools', 'Pools'],
  ['lifi', 'LI.FI'],
  ['0x', '0x'],
  ['constructor', 'constructor'],
  ['\u202eslooP', 'slooP'],
  ['a\u200b\nb', 'a b'],
  ['\u202e', '—'],
  ['x'.repeat(64), 'x'.repeat(32)],
])('T67: a provider that is called %j is shown as %j', (provider, shown) => {
  expect(providerName(provider)).toBe(shown)
})
