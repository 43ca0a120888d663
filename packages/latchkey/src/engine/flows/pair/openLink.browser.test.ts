import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakePairing } from '../../../widget/fixtures/createFakePairing.ts'
import { systemClock } from '../../base/clock.ts'
import { linkPlatform } from '../../base/linkPlatform.ts'
import type { EngineContext } from '../../context.ts'
import { forgetLink, recallLink, rememberLink } from './linkChoice.ts'
import { openLink } from './openLink.ts'
import { reopenWallet } from './reopenWallet.ts'

const key = 'WALLETCONNECT_DEEPLINK_CHOICE'
const opened: string[] = []

beforeEach(() => {
  opened.length = 0
  localStorage.clear()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(`${this.target} ${this.getAttribute('href')} ${this.rel}`)
  })
})

afterEach(() => vi.restoreAllMocks())

test('T12: a link is followed in the very task, and reveals nothing to the other side', () => {
  openLink({ href: 'fox://wc?uri=x', target: '_self' })
  expect(opened).toEqual(['_self fox://wc?uri=x noreferrer noopener'])
})

describe('the remembered link', () => {
  test('is the convention that other libraries read', () => {
    rememberLink({ href: 'fox://', name: 'Fox' })
    expect(JSON.parse(localStorage.getItem(key) ?? '')).toEqual({ href: 'fox://', name: 'Fox' })
    expect(recallLink()).toEqual({ href: 'fox://', name: 'Fox' })
    forgetLink()
    expect(localStorage.getItem(key)).toBeNull()
  })

  test.each([
    'not json',
    'null',
    '[]',
    '{"href":"javascript:alert(1)","name":"x"}',
    '{"href":1,"name":"x"}',
    '{"href":"fox://"}',
    JSON.stringify({ href: `fox://${'x'.repeat(5_000)}`, name: 'x' }),
  ])('T22: %.40s is nothing', text => {
    localStorage.setItem(key, text)
    expect(recallLink()).toBeUndefined()
  })

  test('a page without storage forgets', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('blocked')
    })
    expect(() => rememberLink({ href: 'fox://', name: 'Fox' })).not.toThrow()
  })
})

describe('the page', () => {
  const agents = {
    iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
    android: 'Mozilla/5.0 (Linux; Android 15; Pixel 9)',
  }
  const page = (userAgent: string, more: object = {}, maxTouchPoints = 0): Window => {
    const made: Record<string, unknown> = { navigator: { userAgent, maxTouchPoints }, ...more }
    made.parent ??= made
    return made as unknown as Window
  }
  test.each([
    ['iPhone', page(agents.iPhone), { os: 'ios', telegram: false, framed: false }],
    ['iPad, which says it is a Mac', page(agents.mac, {}, 5), { os: 'ios' }],
    ['Mac', page(agents.mac), { os: 'desktop' }],
    ['Android', page(agents.android), { os: 'android' }],
    ['Telegram', page(agents.android, { TelegramWebviewProxy: {} }), { os: 'android', telegram: true }],
    ['a frame', page(agents.mac, { parent: {} }), { os: 'desktop', framed: true }],
  ])('%s', (_what, given, expected) => expect(linkPlatform(given)).toMatchObject(expected))
})

describe('each request', () => {
  const topic = 'ab'.repeat(32)

  interface Given {
    readonly os?: 'ios' | 'android' | 'desktop'
    readonly hasFocus?: boolean
    readonly session?: object
    readonly prompt?: boolean
  }

  function setUp(options: Given = {}) {
    const fake = createFakePairing({ clock: systemClock })
    fake.store({
      topic,
      peer: { name: 'Fox', description: '', icons: [] },
      namespaces: {} as never,
      expiresAt: 9e12,
      disableDeepLink: false,
      ...options.session,
    })
    const ctx = { signal: new AbortController().signal } as unknown as EngineContext
    const stop = reopenWallet(ctx, fake, {
      platform: () => ({ os: options.os ?? 'ios', telegram: false, framed: false }),
      hasFocus: () => options.hasFocus ?? true,
    })
    const ask = () =>
      fake.emit('requestSent', { topic, id: 7, method: 'personal_sign', prompt: options.prompt ?? true })
    return { fake, ask, stop }
  }
  const query = `requestId=7&sessionTopic=${topic}`
  const redirect = { native: 'fox-native://', universal: 'https://fox.example/app' }
  const peer = { name: 'Fox', description: '', icons: [], redirect }

  test('brings the wallet to the front that was opened for the session', () => {
    const { ask, stop } = setUp()
    rememberLink({ href: 'fox://', name: 'Fox' })
    ask()
    stop()
    ask()
    expect(opened).toEqual([`_self fox://wc?${query} noreferrer noopener`])
  })

  test.each([
    ['ios', `_blank https://fox.example/app/wc?${query} noreferrer noopener`],
    ['android', `_self fox-native://wc?${query} noreferrer noopener`],
    ['desktop', `_self fox://wc?${query} noreferrer noopener`],
  ] as const)('by what the wallet says of itself, on %s', (os, expected) => {
    const { ask } = setUp({ os, session: { peer } })
    rememberLink({ href: 'fox://', name: 'Fox' })
    ask()
    expect(opened).toEqual([expected])
  })

  test.each([
    ['nothing was opened here: it was scanned', {}, false],
    ['the wallet wants no app switch', { session: { disableDeepLink: true } }, true],
    ['the page has no focus', { hasFocus: false }, true],
    ['the session is over', { session: { topic: 'other' } }, true],
    ['it answers by itself', { prompt: false }, true],
  ] as const)('but not when %s', (_why, options, isRemembered) => {
    const { ask } = setUp(options)
    if (isRemembered) rememberLink({ href: 'fox://', name: 'Fox' })
    ask()
    expect(opened).toEqual([])
  })

  test('with the last session the choice is forgotten', () => {
    const { fake } = setUp()
    rememberLink({ href: 'fox://', name: 'Fox' })
    fake.emit('sessionEnded', { topic, by: 'wallet' })
    expect(recallLink()).toBeUndefined()
  })
})
