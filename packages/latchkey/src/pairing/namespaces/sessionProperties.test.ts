import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertiesAfter, readProperties } from './sessionProperties.ts'

const accounts = [{ pubkey: 'AC68', address: '0x3c' }]

describe('what a wallet says of its accounts with its approval', () => {
  it.each<[string, unknown, unknown]>([
    ['JSON text', { sui_getAccounts: JSON.stringify(accounts) }, { sui_getAccounts: accounts }],
    ['the value itself', { sui_getAccounts: accounts }, { sui_getAccounts: accounts }],
    ['a text that is no JSON', { capabilities: 'none' }, { capabilities: 'none' }],
    ['one sound among the others', { a: () => 1, b: '1', ['c'.repeat(129)]: '1' }, { b: 1 }],
    ['a name that would change objects', JSON.parse('{"__proto__":"{}","a":"1"}'), { a: 1 }],
    ['JSON that would', { a: '{"__proto__":{"x":1}}' }, undefined],
    ['too long a text', { a: JSON.stringify('x'.repeat(32_000)) }, undefined],
    ['too deep a text', { a: '['.repeat(1_000) + ']'.repeat(1_000) }, undefined],
    ['too much of a value', { a: Array(20_000).fill(1) }, undefined],
    ['nothing', undefined, undefined],
    ['null', null, undefined],
    ['a list', [['a', '1']], undefined],
    ['a text', 'sui_getAccounts', undefined],
    ['none', {}, undefined],
  ])('reads %s', (_name, said, read) => {
    expect(readProperties(said)).toEqual(read)
  })

  it('reads 32 of them at most', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, '1']))
    expect(Object.keys(readProperties(many) ?? {})).toHaveLength(32)
  })

  it('takes any JSON without throwing, and gives plain JSON back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), said => {
        const read = JSON.stringify(readProperties(said) ?? null)
        expect(JSON.stringify(JSON.parse(read))).toBe(read)
      }),
    )
  })
})

describe('an event that says it anew', () => {
  const before = { bip122_getAccountAddresses: [{ address: 'bc1qold' }], sui_getAccounts: accounts }
  const now = [{ address: 'bc1qnew', intention: 'payment' }]

  it('replaces the property, and no other', () => {
    const after = propertiesAfter(before, 'bip122_addressesChanged', now)
    expect(after).toEqual({ ...before, bip122_getAccountAddresses: now })
    expect(propertiesAfter(undefined, 'bip122_addressesChanged', now)).toEqual({
      bip122_getAccountAddresses: now,
    })
  })

  it.each<[string, unknown]>([
    ['chainChanged', now],
    ['constructor', now],
    ['bip122_addressesChanged', undefined],
    ['bip122_addressesChanged', Array(20_000).fill(1)],
  ])('%s with %s changes nothing', (name, data) => {
    expect(propertiesAfter(before, name, data)).toBe(before)
  })
})
