import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLoopbackOrigin, isOrigin } from './origins.ts'

describe('isOrigin', () => {
  it.each([
    'https://shop.example',
    'http://shop.example:8080',
    'http://[::1]:3000',
    'https://xn--bcher-kva.example',
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
