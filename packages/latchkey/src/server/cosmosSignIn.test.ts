/** Sign-in with accounts of Cosmos chains: vectors of @cosmjs/amino and of Keplr's library, and the rules of ADR-36. */
import { expect, test } from 'vitest'
import { createSignIn } from './createSignIn.ts'
import { formatOf } from './formatOf.ts'

test.each<[string, object]>([
  ['cosmos:cosmoshub-4', { prefix: 'cosmos', denom: 'uatom' }],
  ['cosmos:injective-1', { prefix: 'inj', denom: 'inj', keys: 'ethsecp256k1', coinType: 60 }],
  ['polkadot:68d56f15f85d3136970ec16946040bc1', { prefix: 0 }],
  ['bip122:000000000019d6689c085ae165831e93', { prefix: 'bc' }],
  ['cosmos:elm-1', {}],
  ['eip155:1', {}],
])('the format of %s', (chain, format) => {
  expect(formatOf(chain as 'cosmos:elm-1')).toEqual(format)
})

test("the host's word on a format wins", () => {
  expect(formatOf('cosmos:cosmoshub-4', { 'cosmos:cosmoshub-4': { prefix: 'elm' } })).toEqual({
    prefix: 'elm',
  })
})

test('a chain whose addresses are not known is refused when the sign-in is made', () => {
  const options = {
    secret: 'a-secret-of-more-than-thirty-two-characters',
    origins: ['https://shop.example'],
    chains: { 'cosmos:cosmoshub-4': [], 'cosmos:elm-1': [] },
  } as const
  expect(() => createSignIn(options)).toThrow('cosmos:elm-1 is not listed with its "prefix"')
  expect(createSignIn({ ...options, formats: { 'cosmos:elm-1': { prefix: 'elm' } } }).basePath).toBe('/auth')
})
