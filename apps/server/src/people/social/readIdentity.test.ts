import fc from 'fast-check'
import { frameSocials } from 'latchkey/services'
import { describe, expect, it, test } from 'vitest'
import { readAppleName, readIdentity } from './readIdentity.ts'

const ann = 'ann@mail.example'
const hidden = /[\p{C}\p{Zl}\p{Zp}]|^$/u
const none = { email: null, label: null, name: null }

describe('T51: readIdentity takes an address for what its provider has proven', () => {
  it.each([
    [
      'google',
      { user: { sub: 'a', email: ann, email_verified: true, name: 'Ann' } },
      { email: ann, label: ann, name: 'Ann' },
    ],
    ['google', { user: { sub: 'a', email: ann, email_verified: false } }, { email: null, label: ann }],
    ['google', { user: { sub: 'a', email: ann } }, { email: null, label: ann }],
    // Apple writes truth as a text at times, and a name comes once.
    [
      'apple',
      { user: { sub: 'a', email: ann, email_verified: 'true' }, named: 'Ann' },
      { email: ann, name: 'Ann' },
    ],
    ['apple', { user: { sub: 'a' } }, none],
    [
      'github',
      { user: { id: 7, login: 'ann', email: ann }, emails: [] },
      { subject: '7', email: null, label: 'ann', name: 'ann' },
    ],
    [
      'github',
      {
        user: { id: 7 },
        emails: [
          { email: ann, primary: true, verified: false },
          { email: 'b@b.b', primary: false, verified: true },
        ],
      },
      { email: null },
    ],
    [
      'github',
      { user: { id: 7 }, emails: [{ email: ann, primary: true, verified: true }] },
      { email: ann, label: ann },
    ],
    ['github', { user: { id: 7 }, emails: [] }, none],
    ['facebook', { user: { id: '7', name: 'Ann', email: ann } }, { email: null, name: 'Ann' }],
    [
      'x',
      { user: { data: { id: '7', username: 'ann', email: ann } } },
      { email: null, label: '@ann', name: 'ann' },
    ],
    ['discord', { user: { id: '7', username: 'ann', email: ann, verified: true } }, { email: ann }],
    ['discord', { user: { id: '7', username: 'ann', email: ann, verified: 1 } }, { email: null }],
    [
      'google',
      { user: { sub: 'a', email: 'ann@mail.example\nbcc: eve', email_verified: true } },
      { email: null },
    ],
    ['google', { user: { sub: 'a', name: '\u202eAnn\u2066\n\u0000Lee' } }, { name: 'Ann Lee' }],
    ['google', { user: { sub: 'a', name: 'n'.repeat(5_000) } }, { name: 'n'.repeat(100) }],
  ] as const)('%s %j', (provider, words, expected) => {
    expect(readIdentity(provider, words)).toMatchObject({ kind: 'social', issuer: provider, ...expected })
  })

  it.each([undefined, { emails: 'no' }, { emails: [{ email: ann }] }])(
    'and says nothing of one where its list cannot be read: %j',
    list => {
      expect(readIdentity('github', { user: { id: 7 }, ...list })).not.toHaveProperty('email')
    },
  )

  it.each([
    ['google', { sub: '' }],
    ['google', { sub: 7 }],
    ['google', { sub: 'a b' }],
    ['google', { sub: 's'.repeat(256) }],
    ['github', { id: 0 }],
    ['github', { id: 1.5 }],
    ['github', { id: null }],
    ['x', { id: '7' }],
    ['facebook', []],
    ['discord', 'no'],
  ] as const)('refuses %s %j', (provider, user) => {
    expect(() => readIdentity(provider, { user })).toThrow()
  })

  it('gives one line or nothing, whatever is said', () => {
    const signs = ['a', ' ', '@', '.', '\n', '\u0000', '\u202e', '\u2028', '\ud800', '\u{1d306}', '\u{e0001}']
    const text = fc.array(fc.constantFrom(...signs), { maxLength: 150 }).map(all => all.join(''))
    const said = fc.record({ sub: fc.constant('a'), email: text, name: text })
    fc.assert(
      fc.property(fc.constantFrom(...frameSocials), said, (provider, user) => {
        const words = { ...user, id: 'a', data: { id: 'a', ...user }, email_verified: true, verified: true }
        const { label, name } = readIdentity(provider, { user: words })
        for (const text of [label, name]) {
          expect(hidden.test(text ?? 'x')).toBe(false)
          expect([...(text ?? '')].length).toBeLessThanOrEqual(254)
        }
      }),
      { numRuns: 200 },
    )
  })
})

test('readAppleName reads a name and nothing else', () => {
  const field = (name: unknown) => JSON.stringify({ name, email: ann })
  expect(readAppleName(field({ firstName: 'Ann', lastName: 'Lee' }))).toBe('Ann Lee')
  expect(readAppleName(field({ firstName: 'Ann' }))).toBe('Ann')
  for (const wrong of [undefined, '', '{', field('Ann'), field({}), 'x'.repeat(5_000)])
    expect(readAppleName(wrong)).toBeUndefined()
})
