import { beforeEach, expect, test } from 'vitest'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { FactMap, FactType } from '../../../contract/facts.ts'
import { limits } from '../../../contract/limits.ts'
import { createFakeAdapters } from '../../../widget/fixtures/fakeWallet.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createEngine } from '../../createEngine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createScriptedFrame, type FrameAnswers } from '../../fixtures/createScriptedFrame.ts'
import { awaitedSocial } from './awaitedSocial.ts'
import { createSocialFlow } from './createSocialFlow.ts'
import { lastSocial } from './lastSocial.ts'

const uri = 'https://keys.example/social/Zk3pQ0w8xY2mN5vB7cR1tA'
const flow = 'Zk3pQ0w8xY2mN5vB7cR1tA'
/** Which type of account, and what the wallet says of it. */
const settling = ['GET_USER', 'SET_PREFERRED_ACCOUNT', 'GET_USER']
const user = {
  email: 'ann@mail.example',
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  chainId: 'eip155:1',
  accounts: [],
  authProvider: 'github',
}

const never = () => new Promise(() => undefined)

function setUp(given: FrameAnswers = {}) {
  const { frame, asked, answers } = createScriptedFrame({
    GET_SOCIAL_REDIRECT_URI: { uri, flow },
    CONNECT_SOCIAL: user,
    GET_FARCASTER_URI: { url: 'https://farcaster.xyz/~/siwf?channelToken=abc', flow },
    CONNECT_FARCASTER: user,
    SHOW_SCREEN: { result: 'done' },
    GET_USER: user,
    IS_CONNECTED: { isConnected: true },
    ...given,
  })
  const facts = createFacts()
  const told: { readonly type: FactType; readonly fact: FactMap[FactType] }[] = []
  for (const type of ['connected', 'connectFailed', 'socialLoggedIn'] as const)
    facts.on(type, fact => told.push({ type, fact }))
  const clock = createFakeClock()
  const { ctx } = createEngine({
    config: resolveConfig({
      projectId: 'test',
      // The frame of these tests speaks one namespace.
      adapters: createFakeAdapters([], ['solana']).map(each => ({
        ...each,
        facts: testFacts(each.namespace),
      })),
      endpoints: { frame: 'https://keys.example' },
      networks: [
        {
          chainNamespace: 'eip155',
          caipNetworkId: 'eip155:1',
          id: 1,
          name: 'One',
          nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
          rpcUrls: { default: { http: ['https://rpc.example'] } },
        },
        {
          chainNamespace: 'solana',
          caipNetworkId: 'solana:1',
          id: '1',
          name: 'Sun',
          nativeCurrency: { name: 'Sun', decimals: 9, symbol: 'SUN' },
          rpcUrls: { default: { http: ['https://sun.example'] } },
        },
      ],
      storage: createMemoryStorage(),
    }),
    facts,
    notify: () => undefined,
    clock,
    frame: async () => frame,
  })
  const tab = createKeyStore({ id: 'test', store: createMemoryStorage(), clock })
  const login = createSocialFlow(ctx, tab)
  const at = (place: string) => expect.poll(() => login.machine.getState().at, { interval: 1 }).toBe(place)
  return { ctx, tab, login, at, asked, answers, told, clock }
}

/** A window that takes an address, and is out of the page's hands from then on, as browsers have it. */
function openWindow() {
  const window = {
    isClosed: false,
    went: [] as string[],
    focused: 0,
    go: (url: string) => void window.went.push(url),
    focus: () => void window.focused++,
    close: () => {
      if (window.went.length === 0) window.isClosed = true
    },
  }
  return window
}

let popup: ReturnType<typeof openWindow>
beforeEach(() => {
  popup = openWindow()
})

test('SPEC §4 "Social login": who was asked in the window is in, and is known by the provider', async () => {
  const { login, at, asked, told, ctx } = setUp()
  login.begin('github', popup)
  await at('in')
  expect(popup.went).toEqual([uri])
  expect(asked).toEqual([
    'GET_SOCIAL_REDIRECT_URI',
    'CONNECT_SOCIAL',
    'GET_USER',
    'SWITCH_NETWORK',
    ...settling,
  ])
  const { connections } = ctx.connections.getState()
  expect(connections).toMatchObject([{ walletId: 'embedded:github', wallet: { name: 'GitHub wallet' } }])
  expect(told.map(({ type }) => type)).toEqual(['connected', 'socialLoggedIn'])
  // The event names the provider, not the visitor.
  expect(told[1]?.fact).toEqual({ provider: 'github' })
  expect(await ctx.storage.read(lastSocial)).toBe('github')
})

test('shows the frame first to a visitor without a key share here', async () => {
  const { login, at, asked } = setUp({ CONNECT_SOCIAL: { needsRecovery: true, authProvider: 'x' } })
  login.begin('x', popup)
  await at('in')
  expect(asked.slice(2, 4)).toEqual(['SHOW_SCREEN', 'GET_USER'])
})

test('may be started again after the visitor leaves that screen', async () => {
  const { login, at, ctx } = setUp({
    CONNECT_SOCIAL: { needsRecovery: true },
    SHOW_SCREEN: { result: 'closed' },
  })
  login.begin('x', popup)
  await at('idle')
  expect(login.machine.getState()).toEqual({ at: 'idle', method: 'x' })
  // The next one to come has nothing to do with it.
  login.leave()
  expect(login.machine.getState()).toEqual({ at: 'idle' })
  expect(ctx.connections.getState().connections).toEqual([])
})

/** A login whose window is closed while it waits for its end. */
async function setUpClosed() {
  let over: (answer: object) => void = () => undefined
  let fail: (cause: Error) => void = () => undefined
  const end = new Promise<object>((resolve, reject) => {
    over = resolve
    fail = reject
  })
  const all = setUp({ CONNECT_SOCIAL: () => end })
  all.login.begin('github', popup)
  await all.at('waiting')
  popup.isClosed = true
  return { ...all, over, fail }
}

test('T53: closed without progress for 2 s is "Popup closed"; what turns out to be over later still counts', async () => {
  const { login, at, told, clock, over } = await setUpClosed()
  clock.advance(limits.popupGrace - 1)
  expect(login.machine.getState().at).toBe('waiting')
  clock.advance(500)
  expect(login.machine.getState()).toEqual({ at: 'closed', method: 'github' })
  expect(told.at(-1)).toMatchObject({
    type: 'connectFailed',
    fact: { code: 'POPUP_CLOSED', kind: 'rejected' },
  })
  over(user)
  await at('in')
})

test.each(Array.from({ length: 50 }, (_, times) => times * 40))(
  'T53: a window that closes itself, and its login over %d ms later, is no refusal',
  async wait => {
    const { at, told, clock, over } = await setUpClosed()
    clock.advance(wait)
    over(user)
    await at('in')
    clock.advance(10_000)
    expect(told.map(({ type }) => type)).not.toContain('connectFailed')
  },
)

test('F47: without a window the tab itself goes to the provider and comes back', async () => {
  const went: string[] = []
  const { login, at, asked, ctx, tab } = setUp({
    GET_SOCIAL_REDIRECT_URI: (payload: object) => {
      expect(payload).toEqual({ provider: 'github', returnTo: '/cart' })
      return { uri, flow }
    },
  })
  login.begin('github', undefined)
  await at('blocked')
  expect(asked).toEqual([])
  login.beginHere('github', { returnTo: '/cart', leave: url => void went.push(url) })
  await at('leaving')
  expect(went).toEqual([uri])
  // This tab alone waits for it.
  expect(await tab.read(awaitedSocial)).toEqual({ method: 'github', flow })
  expect(await ctx.storage.read(awaitedSocial)).toBeUndefined()
  // The browser's Back led out of the provider, and the page stands as it was left: it can be begun again.
  login.leave()
  await expect.poll(() => tab.readNow(awaitedSocial), { interval: 1 }).toBeUndefined()
  expect([login.machine.getState(), ctx.connections.getState().status.eip155]).toEqual([
    { at: 'idle' },
    'disconnected',
  ])
  login.resume('github', flow)
  await at('in')
})

test('shows a login that was over before its tab came back as expired', async () => {
  const { login, at } = setUp({
    CONNECT_SOCIAL: () => {
      throw Object.assign(createError('SOCIAL_FAILED'), { code: 'LOGIN_ENDED' })
    },
  })
  login.resume('github', flow)
  await at('expired')
  expect(login.machine.getState()).toEqual({ at: 'expired', method: 'github', isReturn: true })
})

test('T53: reports a failure after the window was closed once, as the closed window', async () => {
  const { login, told, clock, fail } = await setUpClosed()
  clock.advance(limits.popupGrace + 500)
  fail(Object.assign(createError('SOCIAL_FAILED'), { code: 'LOGIN_ENDED' }))
  await new Promise(resolve => setImmediate(resolve))
  expect(login.machine.getState()).toEqual({ at: 'closed', method: 'github' })
  expect(told.map(({ type }) => type)).toEqual(['connectFailed'])
})

test.each([
  ['one that is in', user, 'in'],
  ['one that fails', undefined, 'failed'],
] as const)(
  'a login is under way where it began, whichever namespace is chosen by its end: %s',
  async (_, answer, end) => {
    let over: (answer: object | undefined) => void = () => undefined
    const { login, at, ctx } = setUp({
      CONNECT_SOCIAL: () =>
        new Promise(resolve => {
          over = resolve
        }),
    })
    ctx.connections.dispatch({ type: 'namespaceChosen', namespace: 'solana' })
    login.begin('github', popup)
    await at('waiting')
    expect(ctx.connections.getState().status.solana).toBe('connecting')
    ctx.connections.dispatch({ type: 'namespaceChosen', namespace: 'eip155' })
    over(answer)
    await at(end)
    expect(ctx.connections.getState().status).toMatchObject({
      solana: 'disconnected',
      ...(answer && { eip155: 'connected' }),
    })
  },
)

test.each([['https://evil.example/social/x'], ['javascript:alert(1)'], ['http://keys.example/social/x']])(
  'T20: the window goes nowhere but to the wallet: %s',
  async address => {
    const { login, at } = setUp({ GET_SOCIAL_REDIRECT_URI: { uri: address, flow } })
    login.begin('github', popup)
    await at('failed')
    expect(popup).toMatchObject({ went: [], isClosed: true })
    expect(login.machine.getState()).toMatchObject({
      fault: { code: 'SOCIAL_FAILED', message: 'Failed to initiate social connection' },
    })
  },
)

test.each([
  ['denied', 'SOCIAL_FAILED', true],
  ['provider', 'SOCIAL_FAILED', false],
] as const)('F46: reports a provider’s reason (%s) in our words', async (reason, code, isDenied) => {
  const { login, at, told } = setUp({
    CONNECT_SOCIAL: () => {
      throw createError('SOCIAL_FAILED', { context: { reason } })
    },
  })
  login.begin('github', popup)
  await at('failed')
  expect(login.machine.getState()).toMatchObject({ fault: { code, isDenied } })
  expect(told.at(-1)).toMatchObject({ fact: { walletId: 'embedded:github', code } })
})

test('SPEC §9 "Connect requests": a question that ends before the login is asked again, for ten minutes', async () => {
  let times = 0
  const { login, at, clock } = setUp({
    CONNECT_SOCIAL: () => {
      times++
      clock.advance(limits.frameConnect)
      throw createError('IFRAME_TIMEOUT')
    },
  })
  login.begin('github', popup)
  await at('failed')
  expect(times).toBe(limits.socialLogin / limits.frameConnect)
})

test('leaving notifies the frame, and a late answer starts no session', async () => {
  let over: (answer: object) => void = () => undefined
  const { login, at, asked, ctx } = setUp({
    CONNECT_SOCIAL: () =>
      new Promise(resolve => {
        over = resolve
      }),
  })
  login.begin('github', popup)
  await at('waiting')
  login.focus()
  login.leave()
  over(user)
  await expect.poll(() => asked.at(-1), { interval: 1 }).toBe('CONNECT_ABORT')
  // Only its visitor can close it by now, or the page that it ends with.
  expect(popup).toMatchObject({ isClosed: false, focused: 1 })
  expect(asked).not.toContain('GET_USER')
  const { status, connections } = ctx.connections.getState()
  expect([status.eip155, connections]).toEqual(['disconnected', []])
})

test('one login after the other: the window of the one before is closed while it is empty', async () => {
  const { login } = setUp({ GET_SOCIAL_REDIRECT_URI: never })
  login.begin('github', popup)
  const next = openWindow()
  login.begin('google', next)
  expect([popup.isClosed, next.isClosed, login.machine.getState().method]).toEqual([true, false, 'google'])
})

test('Farcaster: shows the link until the end, and expires unanswered', async () => {
  let over: (end: () => object) => void = () => undefined
  const { ctx, login, at, clock, told } = setUp({
    CONNECT_FARCASTER: () => new Promise<() => object>(resolve => (over = resolve)).then(end => end()),
  })
  login.begin('farcaster')
  await at('waiting')
  const madeAt = clock.now()
  expect(ctx.farcasterUrl.getState()).toBe('https://farcaster.xyz/~/siwf?channelToken=abc')
  expect(login.machine.getState()).toMatchObject({
    link: { url: 'https://farcaster.xyz/~/siwf?channelToken=abc', madeAt, expiresAt: madeAt + 600_000 },
  })
  over(() => {
    const error = createError('FARCASTER_FAILED')
    throw Object.assign(error, { code: 'LOGIN_ENDED' })
  })
  await at('expired')
  expect(ctx.farcasterUrl.getState()).toBeNull()
  login.begin('farcaster')
  await at('waiting')
  over(() => user)
  await at('in')
  expect(ctx.farcasterUrl.getState()).toBeNull()
  expect(told.at(-1)).toMatchObject({ type: 'socialLoggedIn', fact: { provider: 'farcaster' } })
  login.begin('farcaster')
  await at('waiting')
  expect(ctx.farcasterUrl.getState()).not.toBeNull()
  login.leave()
  expect(ctx.farcasterUrl.getState()).toBeNull()
})

test.each([
  ['farcaster://signed-key?token=abc', 'waiting'],
  ['https://farcaster.xyz/~/siwf?channelToken=abc', 'waiting'],
  ['javascript:alert(1)', 'failed'],
  ['tel:+15550100', 'failed'],
  ['metamask://wc?uri=abc', 'failed'],
])('T22: Farcaster opens a page or its own app, no other app: %s', async (url, end) => {
  const { login, at } = setUp({ GET_FARCASTER_URI: { url, flow }, CONNECT_FARCASTER: never })
  login.begin('farcaster')
  await at(end)
  if (end === 'failed')
    expect(login.machine.getState()).toMatchObject({
      fault: { code: 'FARCASTER_FAILED', message: 'Failed to connect to farcaster' },
    })
})

test('a wallet that a window keeps is opened by the page’s note, in the window that the click opened', async () => {
  const shown: unknown[] = []
  const show = (payload: unknown) => {
    shown.push(payload)
    return { result: 'done' }
  }
  const { ctx, login, at, asked, told } = setUp({ SHOW_SCREEN: show })
  login.open('c2VhbGVk', popup)
  await at('in')
  expect(shown).toEqual([{ screen: 'OPEN_WALLET', data: { note: 'c2VhbGVk' } }])
  expect(popup.went).toEqual(['https://keys.example/v1/?projectId=test#keeper'])
  expect(asked).not.toContain('CONNECT_SOCIAL')
  expect(told.map(({ type }) => type)).toEqual(['connected'])
  // It was no login by a passkey.
  expect(await ctx.storage.read(lastSocial)).toBeUndefined()
})

test('a wallet whose window was blocked is opened by a press in the frame', async () => {
  const { login, at, asked } = setUp()
  login.open('c2VhbGVk')
  await at('in')
  expect(asked).toContain('SHOW_SCREEN')
})

test('a visitor who chooses another way than opening the wallet is back where they were', async () => {
  const { login, at } = setUp({ SHOW_SCREEN: { result: 'closed' } })
  login.open('c2VhbGVk', popup)
  await at('idle')
})

test('a passkey is asked by the frame alone, and is no provider', async () => {
  const { login, at, asked, told } = setUp({ GET_USER: { ...user, authProvider: 'passkey' } })
  login.begin('passkey')
  await at('in')
  expect(asked.slice(0, 2)).toEqual(['SHOW_SCREEN', 'GET_USER'])
  expect(told.map(({ type }) => type)).toEqual(['connected'])
})
