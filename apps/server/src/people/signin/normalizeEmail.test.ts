import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeEmail } from './normalizeEmail.ts'

const local = ['ann', 'Ann', 'ann.lee', 'ann+shop', "o'brien", 'a_b-c', '1', '!#$%&*/=?^`{|}~']
const domains: readonly (readonly [string, string])[] = [
  ['mail.example', 'mail.example'],
  ['MAIL.Example', 'mail.example'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['MU\u0308NCHEN.example', 'xn--mnchen-3ya.example'],
  ['例え.example', 'xn--r8jz45g.example'],
  ['a-b.c-d.example', 'a-b.c-d.example'],
  ['mail.xn--p1ai', 'mail.xn--p1ai'],
]

describe('T46: one address', () => {
  it.each(
    local.flatMap(name =>
      domains.map(([typed, domain]) => [`${name}@${typed}`, `${name}@${domain}`] as const),
    ),
  )('%s', (typed, address) => {
    expect(normalizeEmail(typed)).toEqual({ address, identity: address.toLowerCase() })
    expect(normalizeEmail(`  ${typed}\n`)?.address).toBe(address)
  })

  it('case is one address, a plus is another', () => {
    const identity = (typed: string) => normalizeEmail(typed)?.identity
    expect(identity('ANN@Mail.Example')).toBe(identity('ann@mail.example'))
    expect(identity('ann+1@mail.example')).not.toBe(identity('ann@mail.example'))
  })
})

describe('T46, T47: invalid addresses', () => {
  it.each([
    '',
    '@',
    'ann',
    'ann@',
    '@mail.example',
    'ann@@mail.example',
    'ann@bob@mail.example',
    'ann@mail',
    'ann@localhost',
    'ann@mail.example.',
    'ann@.mail.example',
    'ann@mail..example',
    'ann@-mail.example',
    'ann@mail-.example',
    'ann@mail_x.example',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    'ann@mail.1',
    '.ann@mail.example',
    'ann.@mail.example',
    'an..n@mail.example',
    '"ann lee"@mail.example',
    'ann lee@mail.example',
    'änn@mail.example',
    'аnn@mail.example',
    'ann@mail.example,eve@evil.example',
    'ann@mail.example;eve@evil.example',
    'Ann <ann@mail.example>',
    'ann@mail.example (Ann)',
    'ann@mail.example\r\nBcc: eve@evil.example',
    'ann\r\n@mail.example',
    'ann@mail\u0000.example',
    'ann@ma\u200bil.example',
    'ann@mail\u3002example',
    'ann@mail%2eexample',
    `${'a'.repeat(65)}@mail.example`,
    `ann@${'a'.repeat(64)}.example`,
    `ann@${'abcdefgh.'.repeat(28)}example`,
    `${'a'.repeat(1_100)}@mail.example`,
  ])('%j', typed => {
    expect(normalizeEmail(typed)).toBeUndefined()
  })

  it('whatever is typed, what comes out has one at sign, no space and no line, and comes out again', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('ann', 'mail.example', '@', '\r\n', ',', '<'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), parts => {
        const email = normalizeEmail(parts.join(''))
        if (email === undefined) return
        expect(email.address).toMatch(/^[\x21-\x7e]{1,64}@[a-z0-9.-]{3,253}$/)
        expect(email.address.split('@')).toHaveLength(2)
        expect(email.address).not.toMatch(/[\s<>"(),:;\\[\]]/)
        expect(normalizeEmail(email.address)).toEqual(email)
      }),
      { numRuns: 2_000 },
    )
  })
})

it('T46: takes no address longer than mail knows, in whole or before the @', () => {
  const domain = `${'d'.repeat(63)}.${'e'.repeat(63)}.${'f'.repeat(63)}.co`
  expect(normalizeEmail(`${'a'.repeat(59)}@${domain}`)?.address).toHaveLength(254)
  expect(normalizeEmail(`${'a'.repeat(60)}@${domain}`)).toBeUndefined()
  expect(normalizeEmail(`${'a'.repeat(32)}.${'b'.repeat(31)}@shop.example`)).toBeDefined()
  expect(normalizeEmail(`${'a'.repeat(32)}.${'b'.repeat(32)}@shop.example`)).toBeUndefined()
})
