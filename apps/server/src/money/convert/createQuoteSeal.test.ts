import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createQuoteSeal, type SealedQuote } from './createQuoteSeal.ts'

const key = generateKeyPairSync('ed25519').privateKey
const time = { now: 1_000 }
const seal = createQuoteSeal({ key, now: () => time.now })
const quote: SealedQuote = {
  provider: 'pools',
  chain: 'eip155:1',
  toChain: 'eip155:10',
  spender: '0x1',
  tag: 'bridge',
  expiresAt: 2_000,
}
const ended = expect.objectContaining({ code: 'QUOTE_ENDED' })

it('opens what it sealed, in another process with the same key too', () => {
  const id = seal.seal('shop', quote)
  expect(id.length).toBeLessThan(512)
  expect(createQuoteSeal({ key, now: () => 2_000 }).open('shop', id)).toEqual(quote)
})

it('is over after its end, but for the time that the caller grants', () => {
  const late = createQuoteSeal({ key, now: () => 2_001 })
  const id = seal.seal('shop', quote)
  expect(() => late.open('shop', id)).toThrow(ended)
  expect(late.open('shop', id, 1)).toEqual(quote)
})

it('T70: takes no id of another project, of another key, or with any letter changed', () => {
  const id = seal.seal('shop', quote)
  expect(() => seal.open('other', id)).toThrow(ended)
  const stranger = createQuoteSeal({ key: generateKeyPairSync('ed25519').privateKey, now: () => 1 })
  expect(() => stranger.open('shop', id)).toThrow(ended)
  fc.assert(
    fc.property(fc.nat(id.length - 1), fc.constantFrom(...'Aa0_-.'), (place, letter) => {
      // The last letter of base64url has bits that mean nothing.
      if (id[place] === letter || place === id.length - 1) return
      expect(() => seal.open('shop', `${id.slice(0, place)}${letter}${id.slice(place + 1)}`)).toThrow(ended)
    }),
  )
  fc.assert(
    fc.property(fc.string(), text => {
      expect(() => seal.open('shop', text)).toThrow(ended)
    }),
  )
})
