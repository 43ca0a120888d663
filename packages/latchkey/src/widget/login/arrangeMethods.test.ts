import { expect, test } from 'vitest'
import { arrangeMethods } from './arrangeMethods.ts'

const both = () => true

test.each([
  ['an installed wallet is first', undefined, true, [], ['email', 'social']],
  ['without one, wallets are last', undefined, false, ['email', 'social'], []],
  ['the host says', ['social', 'wallet', 'email'], true, ['social'], ['email']],
  ['what the host leaves out comes last', ['wallet'], false, [], ['email', 'social']],
  ['what nobody knows is passed over', ['wallet', 'pigeon', 'email'], false, [], ['email', 'social']],
  ['no list is no order', 'wallet', false, ['email', 'social'], []],
  ['a list of nothing is none either', [], true, [], ['email', 'social']],
] as const)('SPEC §9 "Connect method order": %s', (_, order, hasInstalled, before, after) => {
  expect(arrangeMethods({ order, hasInstalled, isOn: both })).toEqual({ before, after })
})

test('shows only the enabled methods', () => {
  const isOn = (method: string) => method === 'email'
  expect(arrangeMethods({ order: undefined, hasInstalled: false, isOn })).toEqual({
    before: ['email'],
    after: [],
  })
})
