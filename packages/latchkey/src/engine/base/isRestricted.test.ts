import { expect, test, vi } from 'vitest'
import { defaultRestrictedTimezones } from '../../contract/limits.ts'
import { isRestricted } from './isRestricted.ts'
import { regionNotice } from './regionNotice.ts'

// SPEC §6 "Region".
const specZones = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Chongqing',
  'Asia/Harbin',
  'Asia/Kashgar',
  'Asia/Macau',
  'Asia/Hong_Kong',
  'Asia/Beijing',
]

test('the default list is SPEC §6’s', () => {
  expect(defaultRestrictedTimezones).toEqual(specZones)
})

const table: readonly (readonly [
  why: string,
  restrictedTimezones: readonly string[] | undefined,
  zone: string,
  expected: boolean,
])[] = [
  ...specZones.map(zone => ['SPEC’s list by default', undefined, zone, true] as const),
  ['not on the list', undefined, 'Asia/Tokyo', false],
  ['not on the list', undefined, 'Asia/Taipei', false],
  ['not on the list', undefined, 'Europe/Lisbon', false],
  ['no zone at all', undefined, 'UTC', false],
  ['the host’s list instead', ['Europe/Lisbon'], 'Europe/Lisbon', true],
  ['the host’s list instead, not on top', ['Europe/Lisbon'], 'Asia/Shanghai', false],
  ['written in another case', ['europe/LISBON'], 'Europe/Lisbon', true],
  ['a part of a name is not the name', ['Asia'], 'Asia/Shanghai', false],
  ['an empty list restricts no visitor', [], 'Asia/Shanghai', false],
]

test.each(table)('%s: %j in %s is %s', (_, restrictedTimezones, zone, expected) => {
  const config = restrictedTimezones === undefined ? {} : { restrictedTimezones }
  expect(isRestricted(config, zone)).toBe(expected)
})

test.each([
  ['Asia/Hong_Kong', true],
  ['Africa/Nairobi', false],
])('without a zone it is the page’s own: %s', (timeZone, expected) => {
  const own = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  own.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions)
  expect(isRestricted({})).toBe(expected)
  own.mockRestore()
})

test.each([
  ['something may be hidden here', { features: { swaps: true } }, 'Asia/Shanghai', true],
  [
    'the project may turn something on',
    { endpoints: { directory: 'https://a.example' } },
    'Asia/Macau',
    true,
  ],
  ['nothing there is could be hidden', { features: { send: true } }, 'Asia/Shanghai', false],
  ['not here', { features: { onramp: true } }, 'Europe/Lisbon', false],
  [
    'the host restricts no visitor',
    { features: { onramp: true }, restrictedTimezones: [] },
    'Asia/Macau',
    false,
  ],
])('developers are told: %s', (_, config, zone, told) => {
  expect(regionNotice(config, zone)?.includes(`${zone} is among restrictedTimezones`) ?? false).toBe(told)
})
