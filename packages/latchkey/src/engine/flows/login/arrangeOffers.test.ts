import { expect, test } from 'vitest'
import { arrangeOffers, knownOffers, markOffers, readOffers } from './arrangeOffers.ts'

const offers = (...methods: readonly string[]) =>
  readOffers(methods.map(provider => ({ provider, isAvailable: provider !== 'github' })))
const passkeys = { hasPasskeys: true, canAsk: true }
const none = { hasPasskeys: false, canAsk: true }
const all = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']

test.each([
  ['all there are, until the services have said', true, undefined, ['passkey', ...all]],
  ['the host’s own, in its order', ['x', 'google'], undefined, ['passkey', 'x', 'google']],
  ['no passkey beside an address alone, until the services have said', false, undefined, []],
  ['a passkey alone, where there are no accounts to log in by', [], offers('x', 'passkey'), ['passkey']],
  ['what the services have set up', true, offers('github', 'google'), ['google', 'github']],
  ['what both have', ['x', 'github'], offers('github', 'google', 'passkey'), ['passkey', 'github']],
  ['no unknown method', true, offers('myspace', 'constructor', 'email'), []],
] as const)('SPEC §9 "Default socials": %s', (_, socials, answered, methods) => {
  expect(arrangeOffers({ socials, answered, ...passkeys }).map(({ method }) => method)).toEqual(methods)
})

test('offers a passkey where the services cannot be asked', () => {
  const alone = { socials: undefined, answered: undefined, hasPasskeys: true, canAsk: false }
  expect(arrangeOffers(alone)).toEqual([{ method: 'passkey', isAvailable: true }])
})

test('F46: a provider that does not answer is unavailable, and the others stay', () => {
  const answered = offers('github', 'google')
  expect(arrangeOffers({ socials: true, answered, ...none })).toEqual([
    { method: 'google', isAvailable: true },
    { method: 'github', isAvailable: false },
  ])
})

test('an answer that comes while they are shown moves none of them', () => {
  const shown = arrangeOffers({ socials: ['x', 'github', 'google'], answered: undefined, ...passkeys })
  expect(markOffers(shown, offers('facebook', 'google', 'passkey', 'github'))).toEqual([
    { method: 'passkey', isAvailable: true },
    { method: 'x', isAvailable: false },
    { method: 'github', isAvailable: false },
    { method: 'google', isAvailable: true },
  ])
})

test('no passkeys where the browser has none, and nothing where nothing is wanted', () => {
  expect(arrangeOffers({ socials: ['x'], answered: undefined, ...none })).toHaveLength(1)
  expect(arrangeOffers({ socials: undefined, answered: undefined, ...none })).toEqual([])
})

test('reads stored offers as hints, and marks none unavailable for good', () => {
  expect(knownOffers.parse([{ method: 'x', isAvailable: false }, { method: 7 }, null])).toEqual([
    { method: 'x', isAvailable: true },
  ])
  expect(knownOffers.parse('x')).toBeUndefined()
})
