import { expect, it } from 'vitest'
import catalogue from '../../engine/nouns/wallets/catalogue.json' with { type: 'json' }
import { type Browse, browseOf } from './browseOf.ts'

const templates = catalogue.flatMap(({ id, browse }) => (browse === undefined ? [] : [{ id, browse }]))
const page = 'https://shop.example/cart?item=7#pay'
const encoded = 'https%3A%2F%2Fshop.example%2Fcart%3Fitem%3D7%23pay'
const links: Readonly<Record<string, string>> = {
  metamask: 'https://link.metamask.io/dapp/shop.example/cart?item=7#pay',
  coinbase: `https://go.cb-w.com/dapp?cb_url=${encoded}`,
  trust: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}`,
  phantom: `https://phantom.app/ul/browse/${encoded}?ref=https%3A%2F%2Fshop.example`,
  okx: `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encoded}`)}`,
  rabby: `https://go.rabby.io/mobile/?_cmd=open-dapp&dapp=${encoded}`,
  bitget: `https://bkcode.vip/?action=dapp&url=${encoded}`,
}

it.each(['ios', 'android', 'desktop'] as const)('%s: each wallet opens this very page', os => {
  const found = templates.map(({ id, browse }) => [id, browseOf({ browse }, { os, page }).link])
  expect(Object.fromEntries(found)).toEqual(links)
})

const template = { browse: 'https://wallet.example/open?url={url}' }

it.each<['ios' | 'android' | 'desktop', string, Browse]>([
  ['ios', 'http://localhost:4500/', { unreachable: 'localhost:4500' }],
  ['android', 'http://192.168.1.20/', { unreachable: '192.168.1.20' }],
  ['desktop', 'http://localhost:4500/', { unreachable: 'localhost:4500' }],
  // The device that serves a page may open it; another one cannot.
  ['ios', 'https://localhost/', { link: 'https://wallet.example/open?url=https%3A%2F%2Flocalhost%2F' }],
  ['desktop', 'https://localhost/', { unreachable: 'localhost' }],
  [
    'desktop',
    'https://192.168.1.20/',
    { link: 'https://wallet.example/open?url=https%3A%2F%2F192.168.1.20%2F' },
  ],
  ['desktop', 'about:blank', { unreachable: '' }],
  // Too long for a camera, and fine for a press.
  ['desktop', `https://shop.example/?${'x'.repeat(1_000)}`, {}],
  [
    'ios',
    `https://shop.example/?${'x'.repeat(1_000)}`,
    { link: `https://wallet.example/open?url=https%3A%2F%2Fshop.example%2F%3F${'x'.repeat(1_000)}` },
  ],
  ['ios', `https://shop.example/?${'x'.repeat(2_030)}`, {}],
])('%s: page %#', (os, address, expected) => {
  expect(browseOf(template, { os, page: address })).toEqual(expected)
})

it('says nothing of a wallet without such a link', () => {
  expect(browseOf({}, { os: 'ios', page: 'http://localhost/' })).toEqual({})
  expect(browseOf(undefined, { os: 'desktop', page })).toEqual({})
})
