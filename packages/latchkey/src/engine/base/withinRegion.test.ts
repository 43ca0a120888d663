import { expect, test } from 'vitest'
import type { Features } from '../../contract/options.ts'
import { withinRegion } from './withinRegion.ts'

const on: Features = { swaps: true, onramp: true, payWithExchange: true, activity: true }
const off: Features = { swaps: false, onramp: false, payWithExchange: false, activity: true }

test.each<[string, Features, readonly string[] | undefined, string, Features]>([
  ['turns off what SPEC §6 restricts', on, undefined, 'Asia/Shanghai', off],
  ['leaves another region alone', on, undefined, 'Europe/Lisbon', on],
  ['leaves an unknown region alone', on, undefined, '', on],
  ['takes the host’s own list', on, ['Europe/Lisbon'], 'Europe/Lisbon', off],
  ['restricts nothing with an empty list', on, [], 'Asia/Shanghai', on],
  ['adds no flag that was not set', { email: true }, undefined, 'Asia/Shanghai', { email: true }],
  [
    'keeps an off flag off',
    { swaps: true, onramp: false },
    undefined,
    'Asia/Macau',
    { swaps: false, onramp: false },
  ],
])('%s', (_title, features, list, timezone, expected) => {
  const config = list === undefined ? {} : { restrictedTimezones: list }
  expect(withinRegion(config, features, timezone)).toEqual(expected)
})
