import { describe, expect, test } from 'vitest'
import { isSafeLink } from '../../../contract/safeLink.ts'
import type { LinkPlatform } from '../../base/linkPlatform.ts'
import { requestLink, walletLinks } from './walletLinks.ts'

const uri = 'wc:7f6e@2?relay-protocol=irn&symKey=587d&expiryTimestamp=1700000000'
const once = encodeURIComponent(uri)
const twice = encodeURIComponent(once)
const coded = btoa(uri).replace(/=/g, '')

const platform = (os: LinkPlatform['os'], more: Partial<LinkPlatform> = {}): LinkPlatform => ({
  os,
  telegram: false,
  framed: false,
  ...more,
})
const ios = platform('ios')
const android = platform('android')
const desktop = platform('desktop')
const inTelegram = { telegram: true }
const inFrame = { framed: true }

/** [what, mobile_link, where, href, target, what is remembered] */
const mobile: readonly (readonly [string, string, LinkPlatform, string, string, string])[] = [
  ['a scheme', 'metamask://', ios, `metamask://wc?uri=${once}`, '_self', 'metamask://'],
  ['a scheme without slashes', 'rainbow:', ios, `rainbow://wc?uri=${once}`, '_self', 'rainbow://'],
  ['a bare scheme', 'trust', ios, `trust://wc?uri=${once}`, '_self', 'trust://'],
  [
    'a scheme with a path',
    'ledgerlive://x/',
    ios,
    `ledgerlive://x/wc?uri=${once}`,
    '_self',
    'ledgerlive://x',
  ],
  ['a path that is whole already', 'bnc://app/wc', ios, `bnc://app/wc?uri=${once}`, '_self', 'bnc://app'],
  [
    'a universal link',
    'https://rnbwapp.com',
    ios,
    `https://rnbwapp.com/wc?uri=${once}`,
    '_blank',
    'https://rnbwapp.com',
  ],
  [
    'with a slash',
    'https://rnbwapp.com/',
    android,
    `https://rnbwapp.com/wc?uri=${once}`,
    '_blank',
    'https://rnbwapp.com',
  ],
  [
    'with a path',
    'https://a.example/app/',
    ios,
    `https://a.example/app/wc?uri=${once}`,
    '_blank',
    'https://a.example/app',
  ],
  ['irregular: bw', 'bw://', ios, `bw://connect/wc?uri=${once}`, '_self', 'bw://connect'],
  ['irregular: okex', 'okex://main', android, `okex://main/wc?uri=${once}`, '_self', 'okex://main'],
  [
    'irregular: kaikas',
    'kaikas://',
    ios,
    `kaikas://walletconnect?uri=${once}`,
    '_self',
    'kaikas://walletconnect',
  ],
  ['irregular: argent', 'argent://app', ios, `argent://app/wc?uri=${once}`, '_self', 'argent://app'],
  ['irregular: celo', 'celo://wallet', ios, `celo://wallet/wc?uri=${once}`, '_self', 'celo://wallet'],
  ['irregular: tpoutside', 'tpoutside:', ios, `tpoutside://wc?uri=${once}`, '_self', 'tpoutside://'],
  ['a scheme on Android', 'trust://', android, `trust://wc?uri=${once}`, '_self', 'trust://'],
  [
    'in a frame: a scheme',
    'trust://',
    platform('ios', inFrame),
    `trust://wc?uri=${once}`,
    '_top',
    'trust://',
  ],
  [
    'in a frame: https',
    'https://a.example',
    platform('ios', inFrame),
    `https://a.example/wc?uri=${once}`,
    '_top',
    'https://a.example',
  ],
  [
    'Telegram on iOS',
    'trust://',
    platform('ios', inTelegram),
    `trust://wc?uri=${once}`,
    '_blank',
    'trust://',
  ],
  [
    'Telegram on Android: twice',
    'trust://',
    platform('android', inTelegram),
    `trust://wc?uri=${twice}`,
    '_blank',
    'trust://',
  ],
  [
    'Telegram on Android: https once',
    'https://a.example',
    platform('android', inTelegram),
    `https://a.example/wc?uri=${once}`,
    '_blank',
    'https://a.example',
  ],
  [
    'a wallet in Telegram',
    'https://t.me/fox/app',
    platform('ios', inTelegram),
    `https://t.me/fox/app?startapp=${coded}`,
    '_blank',
    'https://t.me/fox/app',
  ],
  [
    'with a query of its own',
    'https://t.me/fox?a=1',
    ios,
    `https://t.me/fox?a=1&startapp=${coded}`,
    '_blank',
    'https://t.me/fox?a=1',
  ],
]

describe('walletLinks', () => {
  test.each(mobile)('%s', (_what, mobile_link, where, href, target, choice) => {
    const { mobile: link } = walletLinks({ listing: { name: 'Fox', mobile_link }, uri, platform: where })
    expect(link).toEqual({ href, target, choice: { href: choice, name: 'Fox' } })
    expect(isSafeLink(href)).toBe(true)
  })

  test('the whole URI comes out of every link as it went in', () => {
    for (const [, mobile_link, where] of mobile) {
      const { href = '' } =
        walletLinks({ listing: { name: 'Fox', mobile_link }, uri, platform: where }).mobile ?? {}
      const started = /startapp=([\w+/]+)$/.exec(href)?.[1]
      const [, inner = ''] = href.split('?uri=')
      const isTwice = where.telegram && where.os === 'android' && !href.startsWith('http')
      expect(started ? atob(started) : decodeURIComponent(isTwice ? decodeURIComponent(inner) : inner)).toBe(
        uri,
      )
    }
  })

  test('iOS takes the universal link first, Android the scheme', () => {
    const listing = { name: 'Fox', mobile_link: 'fox://', link_mode: 'https://fox.example/' }
    expect(walletLinks({ listing, uri, platform: ios }).mobile?.href).toBe(
      `https://fox.example/wc?uri=${once}`,
    )
    expect(walletLinks({ listing, uri, platform: android }).mobile?.href).toBe(`fox://wc?uri=${once}`)
  })

  test('without a wallet Android asks which app; iOS and desktop have nothing to open', () => {
    expect(walletLinks({ uri, platform: android }).mobile).toEqual({
      href: uri,
      target: '_self',
      choice: { href: 'wc:7f6e@2', name: 'Android' },
    })
    expect(walletLinks({ uri, platform: ios })).toEqual({})
    expect(walletLinks({ uri, platform: desktop })).toEqual({})
  })

  test('desktop: its program and its page, and no app', () => {
    const listing = {
      name: 'Fox',
      mobile_link: 'fox://',
      desktop_link: 'ledgerlive://',
      webapp_link: 'https://web.fox.example/',
    }
    expect(walletLinks({ listing, uri, platform: desktop })).toEqual({
      desktop: {
        href: `ledgerlive://wc?uri=${once}`,
        target: '_self',
        choice: { href: 'ledgerlive://', name: 'Fox' },
      },
      web: {
        href: `https://web.fox.example/wc?uri=${once}`,
        target: '_blank',
        choice: { href: 'https://web.fox.example', name: 'Fox' },
      },
    })
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript',
    'data:text/html,x',
    'intent://x',
    'http://evil.example',
    'file:',
    '',
  ])('T22: %j opens nothing', mobile_link => {
    expect(walletLinks({ listing: { name: 'Fox', mobile_link }, uri, platform: ios })).toEqual({})
  })
})

describe('requestLink', () => {
  const request = { requestId: 1700000000000123, sessionTopic: 'ab12' }
  const query = 'requestId=1700000000000123&sessionTopic=ab12'
  test.each([
    ['metamask://', ios, `metamask://wc?${query}`, '_self'],
    ['okex://main', android, `okex://main/wc?${query}`, '_self'],
    ['https://rnbwapp.com', ios, `https://rnbwapp.com/wc?${query}`, '_blank'],
    ['https://rnbwapp.com/', platform('ios', inFrame), `https://rnbwapp.com/wc?${query}`, '_top'],
    ['wc:7f6e@2', android, `wc:7f6e@2/wc?${query}`, '_self'],
    [
      'https://t.me/fox/app',
      platform('ios', inTelegram),
      `https://t.me/fox/app?startapp=${btoa(query).replace(/=/g, '')}`,
      '_blank',
    ],
  ] as const)('%s', (href, where, expected, target) => {
    expect(requestLink({ href, name: 'Fox' }, request, where)).toEqual({ href: expected, target })
  })

  test('T22: a remembered link is opened only when it may be', () => {
    expect(requestLink({ href: 'javascript:alert(1)//', name: 'x' }, request, ios)).toBeUndefined()
  })
})
