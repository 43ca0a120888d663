import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { browseLink, isBrowseTemplate, isOpenElsewhere } from './browseLink.ts'

const root = new URL('../../../../', import.meta.url)
const registry = JSON.parse(
  readFileSync(new URL('apps/server/src/data/directory/registry/wallets.json', root), 'utf8'),
) as {
  readonly wallets: readonly {
    readonly id: string
    readonly browse?: { readonly link: string; readonly source: string; readonly checked: string }
  }[]
}
const templateOf = (id: string) => registry.wallets.find(wallet => wallet.id === id)?.browse?.link
const page = 'https://shop.example:8443/a%20b/ü?x=1&y=%26#/cart?z'
const encoded = 'https%3A%2F%2Fshop.example%3A8443%2Fa%2520b%2F%25C3%25BC%3Fx%3D1%26y%3D%2526%23%2Fcart%3Fz'

describe('the links of the registry', () => {
  it.each([
    ['metamask', 'https://link.metamask.io/dapp/shop.example:8443/a%20b/%C3%BC?x=1&y=%26#/cart?z'],
    ['coinbase', `https://go.cb-w.com/dapp?cb_url=${encoded}`],
    ['trust', `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`],
    ['phantom', `https://phantom.app/ul/browse/${encoded}?ref=https%3A%2F%2Fshop.example%3A8443`],
    [
      'okx',
      `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
    ],
    ['bitget', `https://bkcode.vip/?action=dapp&url=${encoded}`],
    ['rabby', `https://go.rabby.io/mobile/?_cmd=open-dapp&dapp=${encoded}`],
  ])('%s opens the page with its query and fragment', (id, expected) => {
    expect(browseLink(templateOf(id), page)).toBe(expected)
  })

  // The examples that the makers publish.
  it.each([
    ['metamask', 'https://app.uniswap.org', 'https://link.metamask.io/dapp/app.uniswap.org/'],
    [
      'coinbase',
      'https://nft.coinbase.com/@barmstrong?param1=hello&param2=world',
      'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fnft.coinbase.com%2F%40barmstrong%3Fparam1%3Dhello%26param2%3Dworld',
    ],
    [
      'okx',
      'https://app.uniswap.org/',
      'https://web3.okx.com/download?deeplink=okx%3A%2F%2Fwallet%2Fdapp%2Furl%3FdappUrl%3Dhttps%253A%252F%252Fapp.uniswap.org%252F',
    ],
  ])('%s: the example of its documentation', (id, example, expected) => {
    expect(browseLink(templateOf(id), example)).toBe(expected)
  })

  it('names a source and a day for each', () => {
    for (const { id, browse } of registry.wallets) {
      if (!browse) continue
      expect(browse.source, id).toMatch(/^https:\/\//)
      expect(browse.checked, id).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
  })
})

describe('T22: a template', () => {
  it.each([
    'javascript:alert("{url}")',
    'http://wallet.example/{url}',
    'wallet://open?url={url}',
    'intent://{page}#Intent;end',
    'data:text/html,{url}',
    '{url}',
    'https://{page}',
    'https://{origin}/{url}',
    'https://wallet.example{page}',
    'https://wallet.example.{page}/',
    'https://user@wallet.example/{url}',
    'https://user:pw@wallet.example/{url}',
    'https://wallet.example@evil.example/{url}',
    'https://localhost/{url}',
    'https://127.0.0.1/{url}',
    'https://wallet.example\\evil.example/{url}',
    'https://wallet.example/',
    'https://wallet.example/{origin}',
    'https://wallet.example/{url}{url}',
    'https://wallet.example/{url}?again={page}',
    'https://wallet.example/{url}?ref={origin}{origin}',
    'https://wallet.example/{constructor}',
    'https://wallet.example/{url',
    'https://wallet.example/{{url}}',
    'https://wallet.example/#{url}',
    'https://wallet.example/ {url}',
    'https://wallet.example/\u202e{url}',
    `https://wallet.example/${'a'.repeat(600)}{url}`,
    '',
    7,
    null,
  ])('%j is refused', template => {
    expect(isBrowseTemplate(template)).toBe(false)
    expect(browseLink(template as string, 'https://shop.example/')).toBeUndefined()
  })
})

describe('T22: a page', () => {
  const template = 'https://wallet.example/open/{page}'
  it.each([
    ['with credentials', 'https://ann:secret@shop.example/'],
    ['with a name alone', 'https://ann@shop.example/'],
    ['without https', 'http://shop.example/'],
    ['on this machine without https', 'http://localhost:3000/'],
    ['that is a file', 'file:///home/ann/shop.html'],
    ['that is empty', 'about:blank'],
    ['that is no address', 'shop.example'],
    ['whose link would be too long', `https://shop.example/?${'x'.repeat(2_040)}`],
  ])('%s is refused', (_name, given) => {
    expect(browseLink(template, given)).toBeUndefined()
  })

  it('cannot leave the place that the template gives it', () => {
    for (const given of ['https://shop.example/../../evil', 'https://shop.example//evil.example/']) {
      const link = browseLink(template, given)
      expect(link && new URL(link).origin).toBe('https://wallet.example')
    }
    expect(browseLink('https://wallet.example/?u={url}', 'https://shop.example/?a&b=c#d')).toBe(
      'https://wallet.example/?u=https%3A%2F%2Fshop.example%2F%3Fa%26b%3Dc%23d',
    )
  })
})

it.each([
  ['https://shop.example/', true],
  ['https://192.168.1.20/', true],
  ['https://localhost/', false],
  ['https://shop.localhost/', false],
  ['http://127.0.0.1:4500/', false],
  ['http://shop.example/', false],
])('whether another device can open %s: %s', (page, expected) => {
  expect(isOpenElsewhere(page)).toBe(expected)
})
