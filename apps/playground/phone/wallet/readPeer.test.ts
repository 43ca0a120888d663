import { expect, test } from 'vitest'
import { readPeer } from './readPeer.ts'

test('T93 a site is its name, its origin and one picture', () => {
  expect(
    readPeer({
      name: 'Fernweh\u202e Press',
      description: 'Prints',
      url: 'https://fernweh.example/shop?x=1#top',
      icons: ['javascript:alert(1)', 'http://a.example/i.png', 'https://a.example/i.png'],
    }),
  ).toEqual({
    name: 'Fernweh Press',
    description: 'Prints',
    origin: 'https://fernweh.example',
    icon: 'https://a.example/i.png',
  })
})

test.each([
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['not an address', undefined],
  [`https://${'a'.repeat(3_000)}.example`, undefined],
  ['https://user:pass@evil.example/https://bank.example', 'https://evil.example'],
  ['https://bаnk.example', 'https://xn--bnk-6cd.example'],
  ['http://localhost:4400/', 'http://localhost:4400'],
])('T93 the address %s is shown as %s', (url, origin) => {
  expect(readPeer({ url }).origin).toBe(origin)
})

test.each([
  [['data:image/png;base64,AAAA'], true],
  [['data:text/html,<script>'], false],
  [['http://plain.example/i.png'], false],
  [[`data:image/png;base64,${'A'.repeat(200_000)}`], false],
  [[{}], false],
])('T93 pictures: %j', (icons, expected) => {
  expect('icon' in readPeer({ icons })).toBe(expected)
})
