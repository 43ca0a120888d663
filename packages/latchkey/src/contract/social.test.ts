import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { postSocialBegin } from './social.ts'

const page = 'https://shop.example'
const isTaken = (returnTo: string) => v.is(postSocialBegin.body, { provider: 'google', page, returnTo })

describe('T50: the way back is a path of the page that asked', () => {
  it.each(['/', '/cart', '/cart?item=1&b=%2F', '/a/b#c', '/@evil.example', '/:80', '/./a', '/a//b', "/it's"])(
    '%s',
    path => {
      expect(isTaken(path)).toBe(true)
      expect(new URL(page + path).origin).toBe(page)
    },
  )

  it.each([
    '',
    'cart',
    '.evil.example',
    '@evil.example',
    ':80@evil.example',
    ':8443/',
    '?a=1',
    '#a',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\evil.example',
    '/a\\b',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    ' /cart',
    '/ca rt',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\nset-cookie:a=b',
    '/\u0000',
    '/\u2028',
    '/ünder',
    '/\u202ea',
    '/\ud800',
    `/${'a'.repeat(1_024)}`,
  ])('and not %j', path => {
    expect(isTaken(path)).toBe(false)
  })
})
