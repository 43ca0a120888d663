import { describe, expect, test } from 'vitest'
import { LatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { FactMap, FactType } from '../../../contract/facts.ts'
import type { EmbeddedProvider } from '../../../embedded/createEmbeddedProvider.ts'
import type { Frame } from '../../../embedded/openFrame.ts'
import { createFakeAdapters } from '../../../widget/fixtures/fakeWallet.ts'
import { resolveConfig } from '../../base/config.ts'
import { createFacts } from '../../base/facts.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { recentEmails } from '../../base/recentEmails.ts'
import { createEngine } from '../../createEngine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { createScriptedFrame, type FrameAnswers } from '../../fixtures/createScriptedFrame.ts'
import { createChangeFlow } from './createChangeFlow.ts'
import { createLoginFlow } from './createLoginFlow.ts'

const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'

/** Which type of account, and what the wallet says of it. */
const settling = ['GET_USER', 'SET_PREFERRED_ACCOUNT', 'GET_USER']
const user = { email: 'ann@mail.example', address, chainId: 'eip155:1', accounts: [], authProvider: 'email' }

function setUp(
  answers: FrameAnswers = {},
  more: { adapters?: boolean; storage?: ReturnType<typeof createMemoryStorage> } = {},
) {
  const made = createScriptedFrame({
    CONNECT_EMAIL: { action: 'VERIFY_OTP' },
    SHOW_SCREEN: { result: 'done' },
    GET_USER: user,
    IS_CONNECTED: { isConnected: true },
    ...answers,
  })
  let { frame } = made
  const facts = createFacts()
  const told: { readonly type: FactType; readonly fact: FactMap[FactType] }[] = []
  const notices: unknown[] = []
  for (const type of ['connected', 'disconnected', 'connectFailed'] as const)
    facts.on(type, fact => told.push({ type, fact }))
  const engine = createEngine({
    config: resolveConfig({
      projectId: 'test',
      adapters: more.adapters === false ? [] : createFakeAdapters([]),
      networks: [
        {
          chainNamespace: 'eip155',
          caipNetworkId: 'eip155:1',
          id: 1,
          name: 'One',
          nativeCurrency: { name: 'Ether', decimals: 18, symbol: 'ETH' },
          rpcUrls: { default: { http: ['https://rpc.example'] } },
        },
      ],
      storage: more.storage ?? createMemoryStorage(),
    }),
    facts,
    notify: notice => notices.push(notice),
    clock: createFakeClock(),
    frame: async () => frame,
  })
  const mount = (next: Frame) => {
    frame = next
  }
  const { ctx } = engine
  const { getState } = ctx.connections
  return { ...made, mount, engine, ctx, told, notices, flow: createLoginFlow(ctx), state: getState }
}

const settled = (flow: ReturnType<typeof createLoginFlow>, at: string) =>
  expect.poll(() => flow.machine.getState().at, { interval: 1 }).toBe(at)

test('SPEC §4: an address that was proven in the frame is a connection, and is remembered', async () => {
  const { flow, asked, state, told, ctx } = setUp()
  flow.send(' ann@mail.example ')
  expect(state().status.eip155).toBe('connecting')
  await settled(flow, 'in')
  expect(asked).toEqual(['CONNECT_EMAIL', 'SHOW_SCREEN', 'GET_USER', 'SWITCH_NETWORK', ...settling])
  expect(state().connections).toEqual([
    expect.objectContaining({
      transport: 'embedded',
      walletId: 'embedded:email',
      wallet: { name: 'Email wallet' },
      type: 'AUTH',
      auth: { name: 'email', username: 'ann@mail.example', email: 'ann@mail.example' },
    }),
  ])
  // No event carries the visitor's email address, so neither does analytics.
  expect(JSON.stringify(told)).not.toContain('ann@')
  expect(told.map(({ type }) => type)).toEqual(['connected'])
  expect(await ctx.storage.read(recentEmails)).toEqual(['ann@mail.example'])
})

test('SPEC §8 shows a notice when a disallowed request of the page ends one that waits for the visitor', async () => {
  const calls: ((cause: unknown) => void)[] = []
  const { flow, state, ctx, notices } = setUp({
    GET_CHAIN_ID: { chainId: 'eip155:1' },
    RPC_REQUEST: () => new Promise((_, reject) => calls.push(reject)),
  })
  flow.send('ann@mail.example')
  await settled(flow, 'in')
  const live = ctx.live.get(state().connections[0]?.id ?? '', 'eip155')
  const provider = live?.provider as EmbeddedProvider
  const ask = (method: string) => provider.request({ method, params: [] }).catch(({ message }) => message)
  const refuse = (at: number) => calls[at]?.(createError('RPC_NOT_ALLOWED'))
  const words = 'Requested RPC call is not allowed'

  // Libraries try what a wallet can do: the visitor gets no notice of that.
  const tried = ask('wallet_requestPermissions')
  await expect.poll(() => calls.length, { interval: 1 }).toBe(1)
  refuse(0)
  expect(await tried).toBe(words)
  expect(notices).toEqual([])

  const waiting = ask('personal_sign')
  await expect.poll(() => calls.length, { interval: 1 }).toBe(2)
  const other = ask('eth_sign')
  await expect.poll(() => calls.length, { interval: 1 }).toBe(3)
  calls[1]?.(createError('RPC_ABORTED'))
  refuse(2)
  expect(await Promise.all([waiting, other])).toEqual(['Request was aborted', words])
  expect(notices).toEqual([{ message: words, variant: 'error' }])

  const last = ask('eth_sign')
  await expect.poll(() => calls.length, { interval: 1 }).toBe(4)
  refuse(3)
  await last
  expect(notices).toHaveLength(1)
})

test('F29 a wallet whose frame was lost is loaded anew by what it is asked next, and the account stays', async () => {
  const { flow, state, ctx, frame, answers } = setUp({ GET_CHAIN_ID: { chainId: 'eip155:1' } })
  flow.send('ann@mail.example')
  await settled(flow, 'in')
  const live = ctx.live.get(state().connections[0]?.id ?? '', 'eip155')
  const provider = live?.provider as EmbeddedProvider
  answers.RPC_REQUEST = () => {
    if (frame.state === 'failed') throw createError('IFRAME_LOAD_FAILED')
    return { result: '0x5' }
  }
  let loads = 0
  Object.assign(frame, {
    state: 'failed',
    async reload() {
      loads++
      if (loads === 1) throw createError('IFRAME_TIMEOUT')
      Object.assign(frame, { state: 'ready' })
    },
  })
  const ask = () => provider.request({ method: 'eth_blockNumber' })
  await expect(ask()).rejects.toMatchObject({ code: 4900, message: 'Unable to load email login dependency' })
  expect(await ask()).toBe('0x5')
  expect(await ask()).toBe('0x5')
  expect([loads, state().connections.length]).toEqual([2, 1])
})

test('F29 a wallet whose widget was mounted elsewhere goes on with the frame there, and hears that one alone', async () => {
  const { flow, state, ctx, frame, emit, ...made } = setUp({ GET_CHAIN_ID: { chainId: 'eip155:1' } })
  flow.send('ann@mail.example')
  await settled(flow, 'in')
  const provider = ctx.live.get(state().connections[0]?.id ?? '', 'eip155')?.provider as EmbeddedProvider
  const heard: unknown[] = []
  provider.on('chainChanged', chainId => heard.push(chainId))
  Object.assign(frame, { state: 'failed' })
  const there = createScriptedFrame({ RPC_REQUEST: { result: '0x5' } })
  made.mount(there.frame)
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x5')
  emit('PROVIDER', { event: 'chainChanged', chainId: 'eip155:5' })
  there.emit('PROVIDER', { event: 'chainChanged', chainId: 'eip155:10' })
  expect(heard).toEqual(['0xa'])
  there.emit('SESSION', { isConnected: false })
  expect(state().connections).toEqual([])
})

test('F29 logging out also works for a wallet whose frame was lost', async () => {
  const { flow, engine, state, asked, frame } = setUp()
  flow.send('ann@mail.example')
  await settled(flow, 'in')
  const order: string[] = asked
  Object.assign(frame, {
    state: 'failed',
    async reload() {
      order.push('reload')
    },
  })
  await engine.disconnect()
  await expect.poll(() => order.slice(-2), { interval: 1 }).toEqual(['reload', 'SIGN_OUT'])
  expect(state().connections).toEqual([])
})

test('a login is under way where it began, whichever namespace is chosen by its end', async () => {
  const { flow, state, ctx } = setUp()
  ctx.connections.dispatch({ type: 'namespaceChosen', namespace: 'solana' })
  flow.send('ann@mail.example')
  expect(state().status.solana).toBe('connecting')
  ctx.connections.dispatch({ type: 'namespaceChosen', namespace: 'eip155' })
  await settled(flow, 'in')
  expect(state().status).toMatchObject({ solana: 'disconnected', eip155: 'connected' })
})

test.each([
  ['no address', 'ann', {}, 'INVALID_EMAIL', 'Please enter a valid email address'],
  [
    'too soon after the last',
    'ann@mail.example',
    {
      CONNECT_EMAIL: () => {
        const message = 'Please try again after 25 seconds'
        throw new LatchkeyError({ code: 'EMAIL_COOLDOWN', kind: 'invalid', message, context: { n: 25 } })
      },
    },
    'EMAIL_COOLDOWN',
    'Please try again after 25 seconds',
  ],
  [
    'a page that may not show it',
    'ann@mail.example',
    {
      CONNECT_EMAIL: () => {
        throw createError('APKT002')
      },
    },
    'APKT002',
    'Invalid App Configuration',
  ],
] as const)('%s is said, and can be tried again', async (_, typed, answers, code, message) => {
  const { flow, state, told } = setUp(answers)
  flow.send(typed)
  await expect.poll(() => told.map(({ type }) => type), { interval: 1 }).toEqual(['connectFailed'])
  expect(flow.machine.getState()).toMatchObject({ at: 'typing', email: typed, failure: { code, message } })
  expect(state().status.eip155 ?? 'disconnected').toBe('disconnected')
})

test('SPEC §8 F28: a frame that does not load is "Unable to load email login dependency"', async () => {
  const { ctx, frame } = setUp()
  Object.assign(frame, {
    whenReady: () => Promise.reject(createError('IFRAME_TIMEOUT')),
  })
  const flow = createLoginFlow(ctx)
  flow.send('ann@mail.example')
  await settled(flow, 'typing')
  expect(flow.machine.getState()).toMatchObject({
    failure: { code: 'EMAIL_LOGIN_UNAVAILABLE', message: 'Unable to load email login dependency' },
  })
})

test('leaving removes the screen, and a late answer starts no session', async () => {
  let answer: (result: object) => void = () => undefined
  const { flow, asked, state } = setUp({
    SHOW_SCREEN: () =>
      new Promise(resolve => {
        answer = resolve
      }),
  })
  flow.send('ann@mail.example')
  await settled(flow, 'asked')
  flow.leave()
  answer({ result: 'done' })
  await expect.poll(() => asked.at(-1), { interval: 1 }).toBe('HIDE_SCREEN')
  expect(asked).not.toContain('GET_USER')
  expect(flow.machine.getState()).toEqual({ at: 'typing', email: 'ann@mail.example' })
  expect(state().connections).toEqual([])
})

test('without an adapter that it could be for, there is no login', async () => {
  const { flow } = setUp({}, { adapters: false })
  flow.send('ann@mail.example')
  await settled(flow, 'typing')
  expect(flow.machine.getState()).toMatchObject({ failure: { code: 'NAMESPACE_REQUIRED' } })
})

test('a second login takes the place of the first without signing it out again', async () => {
  const { flow, asked, state, answers } = setUp()
  flow.send('ann@mail.example')
  await settled(flow, 'in')
  flow.leave()
  answers.GET_USER = { ...user, email: 'bob@mail.example' }
  flow.send('bob@mail.example')
  await settled(flow, 'in')
  expect(state().connections.map(({ auth }) => auth?.username)).toEqual(['bob@mail.example'])
  expect(asked).not.toContain('SIGN_OUT')
})

test('SPEC §4 "Disconnect": the frame is signed out; logged out elsewhere, the connection ends as well', async () => {
  const one = setUp()
  one.flow.send('ann@mail.example')
  await settled(one.flow, 'in')
  await one.engine.disconnect()
  expect(one.asked.at(-1)).toBe('SIGN_OUT')
  expect(one.state().connections).toEqual([])

  const other = setUp()
  other.flow.send('ann@mail.example')
  await settled(other.flow, 'in')
  other.emit('SESSION', { isConnected: false })
  expect(other.state().connections).toEqual([])
  expect(other.told.at(-1)).toMatchObject({ type: 'disconnected', fact: { by: 'wallet' } })
})

test.each([
  [true, 1],
  [false, 0],
])('SPEC §4: a reload asks the frame; logged in there: %s', async (isConnected, count) => {
  const storage = createMemoryStorage()
  const before = setUp({}, { storage })
  before.flow.send('ann@mail.example')
  await settled(before.flow, 'in')
  const after = setUp({ IS_CONNECTED: { isConnected } }, { storage })
  expect(after.state().unconfirmed).toHaveLength(1)
  await after.engine.ready
  expect([after.state().connections.length, after.state().unconfirmed.length]).toEqual([count, 0])
  expect(storage.getItem('@latchkey/default/login') !== null).toBe(isConnected)
})

test('SPEC §4 "Email change": the connection is known by the new address', async () => {
  const { ctx, flow, state, answers } = setUp({ UPDATE_EMAIL: { action: 'VERIFY_PRIMARY_OTP' } })
  flow.send('ann@mail.example')
  await settled(flow, 'in')
  answers.GET_USER = { ...user, email: 'ann@other.example' }
  const change = createChangeFlow(ctx)
  change.send('ann@other.example')
  await settled(change, 'in')
  expect(state().connections[0]?.auth).toEqual({
    name: 'email',
    username: 'ann@other.example',
    email: 'ann@other.example',
  })
})

describe('a visitor who closes the frame’s screen', () => {
  const waiting = () => new Promise(() => undefined)

  test.each(['left', 'closed'] as const)(
    'is logged in where the frame had reported the login: %s',
    async how => {
      let close: (answer: object) => void = () => undefined
      const closing = new Promise<object>(resolve => {
        close = resolve
      })
      const { flow, emit, asked, state } = setUp({ SHOW_SCREEN: how === 'left' ? waiting : () => closing })
      flow.send('ann@mail.example')
      await settled(flow, 'asked')
      emit('SESSION', { isConnected: true })
      // The screen asks to protect the wallet, which is there.
      expect(flow.machine.getState().at).toBe('asked')
      if (how === 'left') flow.leave()
      else close({ result: 'closed' })
      await expect.poll(() => state().connections.length, { interval: 1 }).toBe(1)
      await settled(flow, how === 'left' ? 'typing' : 'in')
      expect(asked.includes('HIDE_SCREEN')).toBe(how === 'left')
      expect(state().status.eip155).toBe('connected')
    },
  )

  test('is not logged in before that, nor once the frame reported the logout', async () => {
    for (const reports of [[], [true, false]]) {
      const { flow, emit, asked, state } = setUp({ SHOW_SCREEN: waiting })
      flow.send('ann@mail.example')
      await settled(flow, 'asked')
      for (const isConnected of reports) emit('SESSION', { isConnected })
      flow.leave()
      expect(flow.machine.getState()).toEqual({ at: 'typing', email: 'ann@mail.example' })
      await expect.poll(() => asked.at(-1), { interval: 1 }).toBe('HIDE_SCREEN')
      expect([asked.includes('GET_USER'), state().connections]).toEqual([false, []])
    }
  })
})
