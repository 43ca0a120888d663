import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLoopbackOrigin, isOrigin } from './origins.ts'

describe('isOrigin', () => {
  it.each([
    'https://shop.example',
    'http://shop.example:8080',
    'http://[::1]:3000',
    'https://xn--bcher-kva.example',
    'https://my_shop.example',
    'https://10.0.0.1:8443',
    'https://localhost',
  ])('takes %s', origin => expect(isOrigin(origin)).toBe(true))
  it.each([
    'null',
    '',
    'shop.example',
    'https://shop.example/',
    'https://shop.example/path',
    'https://shop.example:443',
    'HTTPS://shop.example',
    'https://Shop.example',
    'https://user@shop.example',
    'file://',
    'chrome-extension://abcdef',
    'https://shop.example https://evil.example',
    `https://${'a'.repeat(400)}.example`,
    undefined,
    7,
  ])('refuses %j', origin => expect(isOrigin(origin)).toBe(false))

  it.each([
    'https://*',
    'https://*.shop.example',
    'https://shop.*',
    'https://shop.example:*',
    'https://shop.example;sandbox',
    'https://a.example,b.example',
    "https://a.example'self'",
    'https://a.example"',
    'https://a.example ',
    'https://a.example\t',
    'https://a.example\nhttps://b.example',
    'https://shop.example.',
    'https://shop..example',
    'https://.shop.example',
    'https://-shop.example',
    'https://shop-.example',
    'https://shop.example?a',
    'https://shop.example#a',
    'https://shop.example\\a',
    'https://shop.example%2a',
    'https://shop.example:65536',
    'https://shop.example:08443',
    'https://a!b.example',
    'https://a$b.example',
    'https://a(b).example',
    'https://a+b=c.example',
    'https://a{b}.example',
    'https://a`b.example',
    'https://[::1]:3000;x',
    'https://[::ffff:1.2.3.4]',
  ])('S11d: refuses %j, which is more than scheme, host and port', origin =>
    expect(isOrigin(origin)).toBe(false),
  )

  it('S11d: takes nothing that could separate or widen a list of sources', () => {
    const part = fc.constantFrom(
      ..."https://|http://|a.example|shop|[::1]|:|443|8080|.|*|;|,| |\t|\n|\u0000|\u00a0|%|@|/|?|#|\\|'|\"|-|_|(|)|!|sandbox|'self'|data:".split(
        '|',
      ),
    )
    const text = fc.oneof(
      fc.array(part, { maxLength: 8 }).map(parts => `https://${parts.join('')}`),
      fc.string({ unit: 'binary', maxLength: 20 }).map(rest => `https://${rest}`),
      fc.webUrl(),
    )
    fc.assert(
      fc.property(text, value => {
        if (!isOrigin(value)) return
        expect(value).toMatch(/^https?:\/\/[\w.[\]:-]+$/)
        expect(new URL(value).origin).toBe(value)
        const { username, password, pathname, search, hash, hostname } = new URL(value)
        expect([username, password, pathname, search, hash]).toEqual(['', '', '/', '', ''])
        expect(hostname.endsWith('.')).toBe(false)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe('isLoopbackOrigin', () => {
  it.each([
    'http://localhost',
    'http://localhost:5173',
    'https://localhost:5173',
    'http://app.localhost:1',
    'http://a.b.localhost:65535',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])('takes %s', origin => expect(isLoopbackOrigin(origin)).toBe(true))
  it.each([
    'http://localhost.evil.example',
    'http://evillocalhost:80',
    'http://127.0.0.1.evil.example',
    'http://evil.example/localhost',
    'http://0.0.0.0:80',
    'http://127.0.0.2:8080',
    'http://2130706433:80',
    'http://[::ffff:127.0.0.1]:80',
    'http://localhost@evil.example',
    'null',
    'file://localhost',
  ])('refuses %s', origin => expect(isLoopbackOrigin(origin)).toBe(false))

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), text => typeof isLoopbackOrigin(text) === 'boolean'))
  })
})
