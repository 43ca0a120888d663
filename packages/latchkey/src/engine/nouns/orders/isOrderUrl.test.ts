import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOrderUrl, type OrderUrlOptions } from './isOrderUrl.ts'

const me = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const other = '0x00000000000000000000000000000000000000aa'
const options: OrderUrlOptions = {
  hosts: ['pay.example', 'localhost:4407'],
  recipient: me,
  isAddress: text => /^0x[0-9a-f]{40}$/i.test(text),
  isSame: (one, two) => one.toLowerCase() === two.toLowerCase(),
  development: false,
}
const json = encodeURIComponent(JSON.stringify({ [me]: ['base'] }))

test.each([
  ['its own page', 'https://pay.example/buy?token=one', true],
  ['the host in another case', 'https://PAY.example/buy', true],
  ['the visitor as receiver', `https://pay.example/?walletAddress=${me}`, true],
  ['the visitor in another case', `https://pay.example/?wallet_address=${me.toLowerCase()}`, true],
  ['the visitor in JSON', `https://pay.example/?addresses=${json}`, true],
  ['a parameter that names no receiver', `https://pay.example/?contract=${other}`, true],
  ['plain http', 'http://pay.example/buy', false],
  ['another host', 'https://pay.example.evil.example/buy', false],
  ['a subdomain that is not listed', 'https://a.pay.example/', false],
  ['another port', 'https://pay.example:8443/', false],
  ['a name before the host', 'https://pay.example@evil.example/', false],
  ['a password', 'https://a:b@pay.example/', false],
  ['a script', 'javascript:alert(1)//pay.example', false],
  ['data', 'data:text/html,pay.example', false],
  ['no slashes', 'https:pay.example', false],
  ['backslashes', 'https:\\\\pay.example', false],
  ['a line break', 'https://pay.example/\nbuy', false],
  ['another receiver', `https://pay.example/?walletAddress=${other}`, false],
  ['another receiver beside the visitor', `https://pay.example/?addresses=${me},${other}`, false],
  ['another receiver a second time', `https://pay.example/?address=${me}&address=${other}`, false],
  ['another receiver behind the hash', `https://pay.example/?a=1#/buy?wallet=${other}`, false],
  ['a receiver that is no address', 'https://pay.example/?recipient=evil.eth', false],
  ['this machine, in production', 'http://localhost:4407/pay', false],
  ['more than any page needs', `https://pay.example/?a=${'a'.repeat(9_000)}`, false],
])('T71: %s', (_, url, isOpened) => {
  expect(isOrderUrl(url, options)).toBe(isOpened)
})

test('T71: this machine is a provider only where the services are on it, and by its own port', () => {
  const here = { ...options, development: true }
  expect(isOrderUrl('http://localhost:4407/pay', here)).toBe(true)
  expect(isOrderUrl('http://localhost:4408/pay', here)).toBe(false)
  expect(isOrderUrl('http://pay.example/', here)).toBe(false)
})

test('T71: no text opens anything but https on a listed host', () => {
  const texts = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string().map(text => `https://pay.example${text}`),
    fc.string(),
  )
  fc.assert(
    fc.property(texts, text => {
      if (!isOrderUrl(text, options)) return
      const { protocol, host, username } = new URL(text)
      expect([protocol, host, username]).toEqual(['https:', 'pay.example', ''])
    }),
  )
})
