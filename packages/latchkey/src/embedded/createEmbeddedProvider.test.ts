import { createWalletClient, custom } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createEvmAdapter } from '../chains/evm/createEvmAdapter.ts'
import { discoverEvm } from '../chains/evm/discoverEvm.ts'
import { createError } from '../contract/errors/createError.ts'
import type { FrameCallName, FrameEventName } from '../contract/frame.ts'
import { announceProvider } from './announceProvider.ts'
import { createEmbeddedProvider } from './createEmbeddedProvider.ts'
import type { FrameChannel } from './frame.ts'
import { walletInfo } from './walletInfo.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** A frame at the other end of the channel: what it was asked, and what it says. */
function openFrame() {
  const asked: (readonly [string, unknown])[] = []
  const heard = new Map<FrameEventName, (payload: never) => void>()
  const rpc = (code: number, message: string) =>
    createError('UNKNOWN', { context: { name: 'RPC_REQUEST', rpc: { code, message, data: { at: 1 } } } })
  const answers = {
    isLoggedIn: true,
    fail: undefined as unknown,
    signed: `0x${'1b'.repeat(65)}` as unknown,
    chain: undefined as unknown,
  }
  const frame: FrameChannel = {
    state: 'ready',
    dropped: 0,
    whenReady: async () => {},
    can: () => true,
    async request(name: FrameCallName, payload: unknown) {
      asked.push([name, payload])
      if (answers.fail !== undefined) throw answers.fail
      const { chainId, method } = payload as { chainId?: string; method?: string }
      if (name === 'GET_CHAIN_ID') return { chainId: 'eip155:1' }
      if (name === 'SWITCH_NETWORK') {
        if (chainId !== 'eip155:10') throw rpc(4902, 'Unrecognized chain ID.')
        return { chainId }
      }
      if (method === 'eth_requestAccounts' && !answers.isLoggedIn) throw rpc(4100, 'Nobody')
      if (method === 'eth_signTypedData_v4') return { result: answers.signed }
      if (method === 'eth_accounts') return { result: [account] }
      if (method === 'eth_chainId' && answers.chain !== undefined) return { result: answers.chain }
      if (method === 'eth_sign') throw rpc(4200, 'Requested RPC call is not allowed')
      return { result: method === 'eth_requestAccounts' ? [account] : `${chainId} ${method}` }
    },
    on(name: FrameEventName, listener: (payload: never) => void) {
      heard.set(name, listener)
      return () => heard.delete(name)
    },
  } as FrameChannel
  return {
    frame,
    asked,
    answers,
    emit: (name: FrameEventName, payload: unknown) => heard.get(name)?.(payload as never),
  }
}

let world: ReturnType<typeof openFrame>
beforeEach(() => {
  world = openFrame()
})

test('a call goes to the frame with the network that the wallet is on', async () => {
  const provider = createEmbeddedProvider({ frame: world.frame })
  expect(await provider.request({ method: 'eth_blockNumber' })).toBe('eip155:1 eth_blockNumber')
  expect(await provider.request({ method: 'personal_sign', params: ['0x00', account] })).toBe(
    'eip155:1 personal_sign',
  )
  expect(world.asked).toEqual([
    ['GET_CHAIN_ID', {}],
    ['RPC_REQUEST', { chainId: 'eip155:1', method: 'eth_blockNumber' }],
    ['RPC_REQUEST', { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00', account] }],
  ])
})

test('drops undefined fields, and refuses parameters that are no JSON (EIP-5792 by viem)', async () => {
  const provider = createEmbeddedProvider({ frame: world.frame })
  await provider.request({
    method: 'wallet_sendCalls',
    params: [{ calls: [{ to: account, data: undefined }] }],
  })
  expect(world.asked.at(-1)?.[1]).toStrictEqual({
    chainId: 'eip155:1',
    method: 'wallet_sendCalls',
    params: [{ calls: [{ to: account }] }],
  })
  const cycle: unknown[] = []
  cycle.push(cycle)
  for (const params of [[1n], cycle])
    await expect(provider.request({ method: 'eth_call', params })).rejects.toMatchObject({ code: -32602 })
})

test('a switch goes to the frame and is emitted once; an unknown network is 4902 (EIP-3326)', async () => {
  const provider = createEmbeddedProvider({ frame: world.frame })
  const changed = vi.fn()
  provider.on('chainChanged', changed)
  expect(
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }),
  ).toBeNull()
  world.emit('PROVIDER', { event: 'chainChanged', chainId: 'eip155:10' })
  expect(changed.mock.calls).toEqual([['0xa']])
  expect(await provider.request({ method: 'eth_chainId' })).toBe('eip155:10 eth_chainId')
  for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
    await expect(provider.request({ method, params: [{ chainId: '0x5' }] })).rejects.toMatchObject({
      code: 4902,
    })
  for (const params of [undefined, [], [{}], [{ chainId: 10 }], [{ chainId: '10' }], [{ chainId: '0x0' }]])
    await expect(provider.request({ method: 'wallet_switchEthereumChain', params })).rejects.toMatchObject({
      code: -32602,
    })
})

test('leads a logged-out visitor to the login, once', async () => {
  world.answers.isLoggedIn = false
  const login = vi.fn(async () => {
    world.answers.isLoggedIn = true
  })
  const provider = createEmbeddedProvider({ frame: world.frame, login })
  const connected = vi.fn()
  const gone = vi.fn()
  provider.on('connect', connected).on('disconnect', gone)
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([account])
  expect(login).toHaveBeenCalledOnce()
  expect(connected.mock.calls).toEqual([[{ chainId: '0x1' }]])
  world.emit('SESSION', { isConnected: false })
  world.emit('PROVIDER', { event: 'disconnect' })
  world.asked.length = 0
  await provider.request({ method: 'eth_blockNumber' })
  expect(world.asked[0]).toEqual(['GET_CHAIN_ID', {}])
  expect(gone.mock.calls).toEqual([[expect.objectContaining({ code: 4900 })]])
  world.answers.isLoggedIn = false
  const without = createEmbeddedProvider({ frame: world.frame })
  await expect(without.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4100 })
})

test('emits disconnect once when the session ends, and serves the next login', async () => {
  const provider = createEmbeddedProvider({ frame: world.frame })
  const accounts = vi.fn()
  const gone = vi.fn()
  const moved = vi.fn()
  provider.on('accountsChanged', accounts).on('disconnect', gone).on('chainChanged', moved)
  provider.end()
  expect(accounts.mock.calls).toEqual([[[]]])
  expect(gone.mock.calls).toEqual([[expect.objectContaining({ code: 4900 })]])
  // The frame says the same when it is asked to sign out.
  world.emit('SESSION', { isConnected: false })
  expect(gone).toHaveBeenCalledOnce()
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([account])
  world.emit('PROVIDER', { event: 'chainChanged', chainId: 'eip155:10' })
  expect(moved.mock.calls).toEqual([['0xa']])
})

test('an end that the frame reports first is emitted once, also when a listener ends the provider', async () => {
  const provider = createEmbeddedProvider({ frame: world.frame })
  const told: string[] = []
  provider.on('accountsChanged', () => {
    // As the engine, which gets the event first.
    if (told.push('accountsChanged') === 1) provider.end()
  })
  provider.on('disconnect', () => told.push('disconnect'))
  for (const round of [1, 2]) {
    await provider.request({ method: 'eth_requestAccounts' })
    world.emit('SESSION', { isConnected: false })
    expect(told, `login ${round}`).toEqual(['accountsChanged', 'disconnect'])
    told.length = 0
  }
})

describe('errors have numbers', () => {
  test.each<readonly [string, unknown, number, string]>([
    ['a closed card', createError('MODAL_CLOSED'), 4001, 'Modal closed'],
    ['a withdrawn request', createError('RPC_ABORTED'), 4001, 'Request was aborted'],
    [
      'a frame that does not know it',
      createError('FRAME_UNSUPPORTED'),
      4200,
      'The wallet doesn’t support this request',
    ],
    ['a frame that is gone', createError('IFRAME_LOAD_FAILED'), 4900, 'Iframe load failed'],
    ['anything else', createError('UNKNOWN'), -32603, 'Something went wrong'],
    ['what is no error of ours', new Error('secret'), -32603, 'Something went wrong'],
  ])('%s', async (_name, fail, code, message) => {
    world.answers.fail = fail
    const provider = createEmbeddedProvider({ frame: world.frame })
    await expect(provider.request({ method: 'eth_call' })).rejects.toMatchObject({
      name: 'ProviderRpcError',
      code,
      message,
    })
  })

  test('those of the frame are taken over, and what is no call at all is refused', async () => {
    const provider = createEmbeddedProvider({ frame: world.frame })
    await expect(provider.request({ method: 'eth_sign' })).rejects.toMatchObject({
      code: 4200,
      message: 'Requested RPC call is not allowed',
      data: { at: 1 },
    })
    for (const asked of [null, undefined, {}, { method: 5 }, { method: '' }, { method: 'x'.repeat(65) }])
      await expect(provider.request(asked as never)).rejects.toMatchObject({ code: -32602 })
  })
})

test('viem uses it as any other wallet', async () => {
  const provider = createEmbeddedProvider({ frame: world.frame })
  const client = createWalletClient({ transport: custom(provider as never) })
  expect(await client.requestAddresses()).toEqual([account])
  expect(await client.signMessage({ account, message: 'hi' })).toBe('eip155:1 personal_sign')
  await expect(client.switchChain({ id: 5 })).rejects.toMatchObject({ name: 'SwitchChainError' })
})

test('T61 signs typed data as an injected wallet does, on the network that the frame is on', async () => {
  const provider = createEmbeddedProvider({ frame: world.frame })
  const { signTypedData } = createEvmAdapter().abilities(provider)
  world.answers.chain = '0x1'
  const order = (chainId: number) => ({
    account: `eip155:${chainId}:${account}` as const,
    data: {
      domain: { name: 'Test', chainId },
      types: { Word: [{ name: 'text', type: 'string' }] },
      primaryType: 'Word',
      message: { text: 'hi' },
    },
    signal: new AbortController().signal,
  })
  const asked = () => world.asked.filter(([, payload]) => Object(payload).method === 'eth_signTypedData_v4')
  expect(await signTypedData?.(order(1))).toBe(world.answers.signed)
  const [, payload] = asked()[0] ?? []
  expect(payload).toMatchObject({
    chainId: 'eip155:1',
    params: [account, expect.stringContaining('"chainId":1}')],
  })
  await expect(signTypedData?.(order(10))).rejects.toMatchObject({ context: { reason: 'other-network' } })
  expect(asked()).toHaveLength(1)
  world.answers.signed = 'yes'
  await expect(signTypedData?.(order(1))).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
})

test('a page hears of it whenever it asks, until it is taken back (EIP-6963)', () => {
  const page = new EventTarget() as unknown as Window
  const found: unknown[] = []
  page.addEventListener('eip6963:announceProvider', event => found.push((event as CustomEvent).detail))
  const provider = createEmbeddedProvider({ frame: world.frame })
  const info = walletInfo('https://keys.shop.example:8443', '0123456789abcdef0123456789abcdef')
  expect(info).toMatchObject({ uuid: '01234567-89ab-4def-a123-456789abcdef', rdns: 'example.shop.keys' })
  // Our own list leaves it out: there it is a login.
  const listed = vi.fn()
  discoverEvm(page, { announced: true, injected: false }, listed)
  const stop = announceProvider(page, { provider, info })
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  stop()
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  expect(found).toEqual([
    { info, provider, isLogin: true },
    { info, provider, isLogin: true },
  ])
  expect(listed).not.toHaveBeenCalled()
  // Another sender of the same details is listed as any wallet.
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  expect(listed.mock.lastCall?.[0]).toMatchObject({ info: { rdns: info.rdns, icon: info.icon }, provider })
})
