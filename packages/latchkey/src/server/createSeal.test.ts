import { describe, expect, it } from 'vitest'
import { createSeal } from './createSeal.ts'

const secret = 's'.repeat(32)

describe('T33 a sealed text', () => {
  it('needs a secret of 32 characters', () => {
    expect(createSeal(secret, 'session').open('')).toBeUndefined()
    expect(() => createSeal(secret.slice(1), 'session')).toThrow('32')
  })

  it('opens for its own purpose alone', () => {
    const token = createSeal(secret, 'session').close('me')
    expect(createSeal(secret, 'session').open(token)).toBe('me')
    expect(createSeal(secret, 'other').open(token)).toBeUndefined()
    // Nor where the token says the key of that purpose.
    const [, other] = createSeal(secret, 'other').close('me').split('.')
    const [version, , ...rest] = token.split('.')
    expect(createSeal(secret, 'other').open([version, other, ...rest].join('.'))).toBeUndefined()
  })

  it('does not open after any change of its characters', () => {
    const { close, open } = createSeal(secret, 'session')
    const token = close('me')
    for (let at = 0; at < token.length; at++) {
      const other = token.charAt(at) === 'A' ? 'B' : 'A'
      expect(open(token.slice(0, at) + other + token.slice(at + 1)), String(at)).toBeUndefined()
    }
    expect(open(`${token}.more`)).toBeUndefined()
  })
})
