import { expect, test } from 'vitest'
import { type FrameSite, isNearlySameSite, mayEmbed, readFrameSite, refuseFrame } from './frameSite.ts'

const own = 'https://keys.wallet.example'
const site: FrameSite = {
  projectId: 'shop',
  origins: ['https://shop.example', 'https://www.shop.example:8443'],
  loopback: false,
  services: 'https://api.wallet.example',
  asked: 'cross-site',
}

test.each([
  ['a listed page', ['https://shop.example'], undefined],
  ['a listed page in a listed page', ['https://shop.example', 'https://www.shop.example:8443'], undefined],
  ['a browser that does not say', undefined, undefined],
  ['a page that is not listed (T02)', ['https://evil.example'], 'origin'],
  ['another port', ['https://shop.example:444'], 'origin'],
  ['another scheme', ['http://shop.example'], 'origin'],
  ['a page around that is not listed (T06)', ['https://shop.example', 'https://evil.example'], 'ancestor'],
  ['a page without an origin (T05)', ['null'], 'opaque'],
  ['a file (T05)', ['file://'], 'opaque'],
  ['a page without an origin around (T05)', ['https://shop.example', 'null'], 'opaque'],
  ['the wallet itself (T18)', [own], 'same-site'],
  ['a page under the wallet (T18)', ['https://a.keys.wallet.example'], 'same-site'],
  ['the page that the wallet lies under (T18)', ['https://wallet.example'], 'same-site'],
] as const)('%s', (_, ancestors, reason) => {
  const listed = {
    ...site,
    origins: [...site.origins, own, 'https://a.keys.wallet.example', 'https://wallet.example'],
  }
  expect(refuseFrame(listed, { own, ancestors })).toBe(reason)
})

test('what the browser says of the site counts, with its list of public suffixes (T18)', () => {
  for (const asked of ['same-site', 'same-origin'] as const)
    expect(refuseFrame({ ...site, asked }, { own, ancestors: ['https://shop.example'] })).toBe('same-site')
})

test('an unknown project and a project without a page open nowhere (T02)', () => {
  expect(refuseFrame(undefined, { own, ancestors: ['https://shop.example'] })).toBe('project')
  expect(refuseFrame({ ...site, origins: [] }, { own, ancestors: ['https://shop.example'] })).toBe('origin')
  for (const text of [
    undefined,
    null,
    '',
    '{',
    '{}',
    '{"projectId":"../x"}',
    JSON.stringify({ ...site, origins: ['*'] }),
  ])
    expect(readFrameSite(text), String(text)).toBeUndefined()
  expect(readFrameSite(JSON.stringify(site))).toEqual(site)
})

test('pages of this machine show the wallet of a project of development alone', () => {
  for (const origin of [
    'http://localhost:4400',
    'http://shop.localhost',
    'http://127.0.0.1:1',
    'http://[::1]:9',
  ]) {
    expect(mayEmbed({ origins: [], loopback: true }, origin)).toBe(true)
    expect(mayEmbed({ origins: [], loopback: false }, origin)).toBe(false)
  }
  for (const origin of [
    'http://localhost.evil.example',
    'null',
    'file://',
    '',
    undefined,
    'http://localhost:4400/',
  ])
    expect(mayEmbed({ origins: [], loopback: true }, origin)).toBe(false)
})

test.each([
  ['http://localhost:4400', 'http://keys.localhost:4402', false],
  ['http://keys.localhost:4400', 'http://keys.localhost:4402', true],
  ['http://a.keys.localhost', 'http://keys.localhost', true],
  ['https://example.com', 'https://keys.example.com', true],
  ['https://badexample.com', 'https://example.com', false],
] as const)('%s beside %s: nearly the same site is %s', (one, other, expected) => {
  expect(isNearlySameSite(one, other)).toBe(expected)
  expect(isNearlySameSite(other, one)).toBe(expected)
})
