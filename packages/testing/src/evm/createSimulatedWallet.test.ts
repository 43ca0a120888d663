import { afterEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { createTestStorage, createTestWallet, recordEvents } from '../fixtures/createTestWallet.ts'
import type { SimulatedWallet } from './createSimulatedWallet.ts'
import { testAccounts } from './testAccounts.ts'

const [first, second, third] = testAccounts.map(({ address }) => address)
const tick = () => new Promise(resolve => setImmediate(resolve))

function announcements(target: EventTarget) {
  const seen: {
    readonly info: { readonly name: string; readonly uuid: string }
    readonly provider: object
  }[] = []
  target.addEventListener('eip6963:announceProvider', event => seen.push((event as CustomEvent).detail))
  return seen
}

describe('announcing (EIP-6963)', () => {
  it('announces on creation and on each request, with a frozen detail', () => {
    const target = new EventTarget()
    const seen = announcements(target)
    const wallet = createTestWallet({ target })
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(seen).toHaveLength(2)
    expect(seen[1]).toBe(seen[0])
    expect(Object.isFrozen(seen[0])).toBe(true)
    expect(Object.isFrozen(seen[0]?.info)).toBe(true)
    expect(seen[0]).toEqual({ info: wallet.info, provider: wallet.provider })
    expect(wallet.info).toMatchObject({ name: 'Test Wallet', rdns: 'test.wallet' })
    expect(wallet.info.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(wallet.info.icon).toMatch(/^data:image\/svg\+xml,/)
  })

  it.each<[SimulatedWalletAnnounce, number]>([
    ['late', 1_000],
    [50, 50],
  ])('announces %s only when its time has come', (announce, ms) => {
    const clock = createFakeClock()
    const target = new EventTarget()
    const seen = announcements(target)
    createTestWallet({ target, clock, announce })
    clock.advance(ms - 1)
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(seen).toEqual([])
    clock.advance(1)
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(seen).toHaveLength(2)
  })

  it('announces manually, and never again once stopped', () => {
    const target = new EventTarget()
    const seen = announcements(target)
    const wallet = createTestWallet({ target, announce: 'manual' })
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(seen).toEqual([])
    wallet.announce()
    wallet.announce()
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(seen).toHaveLength(3)
    wallet.stop()
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(seen).toHaveLength(3)
  })

  it('lets several wallets live on one page', async () => {
    const target = new EventTarget()
    const seen = announcements(target)
    const one = createTestWallet({ target, name: 'One', rdns: 'one' })
    const two = createTestWallet({
      target,
      name: 'Two',
      rdns: 'two',
      accounts: [testAccounts[1]?.privateKey ?? '0x'],
    })
    expect(seen.map(({ info }) => info.name)).toEqual(['One', 'Two'])
    expect(one.info.uuid).not.toBe(two.info.uuid)
    expect(await one.provider.request({ method: 'eth_requestAccounts' })).toEqual([first])
    expect(await two.provider.request({ method: 'eth_requestAccounts' })).toEqual([second])
    expect(one.control.requests).toHaveLength(1)
  })

  it('takes its accounts from the options: keys, or keys with their addresses', async () => {
    const [one, two] = testAccounts
    if (!one || !two) throw new Error('There are ten.')
    const named = createTestWallet({ accounts: [two, one.privateKey] })
    expect(named.control.state.accounts).toEqual([two.address, one.address])
    const stranger = { privateKey: `0x${'12'.repeat(32)}`, address: `0x${'34'.repeat(20)}` } as const
    expect(createTestWallet({ accounts: [stranger] }).control.state.accounts).toEqual([stranger.address])
    for (const accounts of [
      [],
      ['0x12'],
      [{ ...stranger, privateKey: '0x12' }],
      [{ ...stranger, address: '0x34' }],
    ] as const)
      expect(() => createTestWallet({ accounts: accounts as never })).toThrow(TypeError)
  })

  it.each([0, -1, 1.5, Number.NaN, '0x1'])('refuses to start on the chain %j', chainId => {
    expect(() => createTestWallet({ chainId: chainId as number })).toThrow(TypeError)
  })

  it('becomes window.ethereum on request, and leaves it when stopped', () => {
    const target: EventTarget & { ethereum?: unknown } = new EventTarget()
    const wallet = createTestWallet({ target, legacy: true, announce: 'manual', flags: { isMetaMask: true } })
    expect(target.ethereum).toBe(wallet.provider)
    expect(target.ethereum).toMatchObject({ isMetaMask: true })
    wallet.stop()
    expect(target.ethereum).toBeUndefined()
  })
})

type SimulatedWalletAnnounce = 'late' | number

describe('accounts and permissions', () => {
  it('connects, emits its events, and answers the next request without a prompt', async () => {
    const wallet = createTestWallet({ mode: 'ask' })
    const events = recordEvents(wallet)
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await wallet.provider.request({ method: 'wallet_getPermissions' })).toEqual([])
    const answer = wallet.provider.request({ method: 'eth_requestAccounts' })
    wallet.control.approve()
    expect(await answer).toEqual([first])
    expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([first])
    expect(await wallet.provider.request({ method: 'wallet_getPermissions' })).toEqual([
      {
        invoker: 'https://site.test',
        parentCapability: 'eth_accounts',
        caveats: [{ type: 'restrictReturnedAccounts', value: [first] }],
      },
    ])
    expect(events).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [first]],
    ])
  })

  it('requests and revokes permissions', async () => {
    const wallet = createTestWallet()
    const params = [{ eth_accounts: {} }]
    wallet.control.next('wallet_requestPermissions', { kind: 'approve', accounts: [0, 2] })
    const granted = await wallet.provider.request({ method: 'wallet_requestPermissions', params })
    expect(granted).toMatchObject([{ caveats: [{ value: [first, third] }] }])
    const events = recordEvents(wallet)
    expect(await wallet.provider.request({ method: 'wallet_revokePermissions', params })).toBeNull()
    expect(events).toContainEqual(['accountsChanged', []])
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    for (const method of ['wallet_requestPermissions', 'wallet_revokePermissions']) {
      for (const params of [
        [],
        [{}],
        [{ snap: {} }],
        [{ eth_accounts: true }],
        [{ eth_accounts: [] }],
        ['eth_accounts'],
        [null],
      ])
        await expect(wallet.provider.request({ method, params })).rejects.toMatchObject({ code: -32602 })
    }
  })

  it('follows what the visitor does in the wallet', async () => {
    const wallet = createTestWallet({ connected: true })
    const events = recordEvents(wallet)
    await tick()
    wallet.control.switchAccount(1)
    wallet.control.setAccounts([2, first ?? 0])
    wallet.control.switchAccount(0)
    wallet.control.switchChain(31338)
    wallet.control.switchChain(31338)
    wallet.control.lock()
    wallet.control.unlock()
    wallet.control.revoke()
    expect(events).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [second]],
      ['accountsChanged', [third, first]],
      ['accountsChanged', [first, third]],
      ['chainChanged', '0x7a6a'],
      ['accountsChanged', []],
      ['accountsChanged', [first, third]],
      ['accountsChanged', []],
    ])
    wallet.control.switchAccount(2)
    expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([third])
    expect(() => wallet.control.switchAccount(9)).toThrow(RangeError)
    expect(() => wallet.control.switchChain(0)).toThrow(RangeError)
  })

  it('writes addresses as the option says', async () => {
    const wallet = createTestWallet({ connected: true, addressCase: 'lower' })
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([first?.toLowerCase()])
  })

  it('waits for the unlock before it prompts, and shows no account meanwhile', async () => {
    const wallet = createTestWallet({ locked: true, connected: true })
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    const answer = wallet.provider.request({ method: 'eth_requestAccounts' })
    expect(wallet.control.pending).toMatchObject([{ reason: 'locked' }])
    wallet.control.unlock()
    expect(await answer).toEqual([first])
  })
})

describe('memory', () => {
  it('restores the authorisation and the chain after a reload, without a prompt', async () => {
    const storage = createTestStorage()
    const before = createTestWallet({ storage })
    await before.provider.request({ method: 'eth_requestAccounts' })
    before.control.switchAccount(1)
    before.control.switchChain(31338)
    before.stop()
    const after = createTestWallet({ storage, mode: 'ask' })
    expect(await after.provider.request({ method: 'eth_accounts' })).toEqual([second])
    expect(await after.provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
    expect(after.control.pending).toEqual([])
    expect([...storage.entries.keys()]).toEqual(['latchkey-testing:test.wallet'])
  })

  it('starts on the chain of its options when that differs from its last start', async () => {
    const storage = createTestStorage()
    const chainOf = (wallet: SimulatedWallet) => wallet.provider.request({ method: 'eth_chainId' })
    const before = createTestWallet({ storage, chainId: 31337 })
    await before.provider.request({ method: 'eth_requestAccounts' })
    before.control.switchChain(31338)
    expect(await chainOf(createTestWallet({ storage, chainId: 31337 }))).toBe('0x7a6a')
    const moved = createTestWallet({ storage, chainId: 7 })
    expect(await chainOf(moved)).toBe('0x7')
    expect(await moved.provider.request({ method: 'eth_accounts' })).toEqual([first])
  })

  it('restores a chain that a site had added, with all its data', async () => {
    const storage = createTestStorage()
    const chain = {
      id: 5,
      name: 'Five',
      rpcUrl: 'https://rpc.five.test',
      nativeCurrency: { name: 'Fiver', symbol: 'FIV', decimals: 9 },
    }
    createTestWallet({ storage }).control.addChain(chain)
    expect(createTestWallet({ storage }).control.state.chains.at(-1)).toEqual(chain)
  })

  it('is separate for each of two wallets that claim one rdns', async () => {
    const storage = createTestStorage()
    const open = () =>
      ['twin', 'twin#2'].map(expose => createTestWallet({ storage, expose, rdns: 'twin' })) as [
        SimulatedWallet,
        SimulatedWallet,
      ]
    const before = open()
    await before[0].provider.request({ method: 'eth_requestAccounts' })
    before[1].control.switchChain(31338)
    for (const wallet of before) wallet.stop()
    const [one, two] = open()
    expect(await one.provider.request({ method: 'eth_accounts' })).toEqual([first])
    expect(await one.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
    expect(await two.provider.request({ method: 'eth_accounts' })).toEqual([])
    for (const wallet of [one, two]) wallet.stop()
  })

  it('prefers a stored revocation to the option `connected`', async () => {
    const storage = createTestStorage()
    createTestWallet({ storage, connected: true }).control.revoke()
    const after = createTestWallet({ storage, connected: true })
    expect(await after.provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  it('stores nothing with `memory: false`', async () => {
    const storage = createTestStorage()
    await createTestWallet({ storage, memory: false }).provider.request({ method: 'eth_requestAccounts' })
    expect(storage.entries.size).toBe(0)
  })

  it.each([
    'not json',
    'null',
    '[]',
    '{"v":2,"authorised":["x"]}',
    '{"v":1,"authorised":"x","chainId":"y","added":7}',
    '{"v":1,"authorised":[1,"0x00"],"chainId":-1,"added":[{"id":"x"},null]}',
    '{"v":1,"authorised":["0x00000000000000000000000000000000000000aa"],"chainId":1e99}',
    `"${'x'.repeat(60_000)}"`,
  ])('starts anew over %s', async text => {
    const storage = createTestStorage()
    storage.setItem('latchkey-testing:test.wallet', text)
    const wallet = createTestWallet({ storage })
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  it('F31 works on a storage that is full or blocked', async () => {
    const fail = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const wallet = createTestWallet({ storage: { getItem: fail, setItem: fail } })
    expect(await wallet.provider.request({ method: 'eth_requestAccounts' })).toEqual([first])
  })

  it('F36 follows the same wallet in another tab', async () => {
    const storage = createTestStorage()
    const [here, there] = [new EventTarget(), new EventTarget()]
    const one = createTestWallet({ storage, target: here })
    const two = createTestWallet({ storage, target: there })
    const events = recordEvents(two)
    await one.provider.request({ method: 'eth_requestAccounts' })
    one.control.switchChain(31338)
    const key = 'latchkey-testing:test.wallet'
    there.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }))
    expect(events).toHaveLength(1)
    there.dispatchEvent(Object.assign(new Event('storage'), { key }))
    expect(events.slice(1)).toEqual([
      ['chainChanged', '0x7a6a'],
      ['accountsChanged', [first]],
    ])
  })
})

describe('requests that are none', () => {
  let wallet: SimulatedWallet
  afterEach(() => wallet.stop())

  it.each([
    undefined,
    null,
    'eth_accounts',
    {},
    { method: '' },
    { method: 7 },
    { method: 'eth_accounts', params: 'x' },
  ])('refuses %j with -32600', async args => {
    wallet = createTestWallet()
    const request = wallet.provider.request(args as { method: string })
    await expect(request).rejects.toMatchObject({ code: -32600 })
  })

  it.each([
    'eth_sign',
    'eth_decrypt',
    'eth_signTypedData',
    'personal_ecRecover',
    'wallet_exportKey',
    'constructor',
    '__proto__',
    'toString',
    'debug_traceCall',
    'anvil_setBalance',
    'wallet_getAssets',
  ])('T59 refuses %s with 4200', async method => {
    wallet = createTestWallet({ connected: true })
    await expect(wallet.provider.request({ method })).rejects.toMatchObject({ code: 4200 })
  })

  it('answers nothing once stopped, and removes its listeners', async () => {
    wallet = createTestWallet({ mode: 'ask' })
    const events = recordEvents(wallet)
    expect(wallet.control.listenerCount()).toBe(5)
    expect(wallet.control.listenerCount('connect')).toBe(1)
    const waiting = wallet.provider.request({ method: 'eth_requestAccounts' })
    wallet.stop()
    await expect(waiting).rejects.toMatchObject({ code: 4900 })
    await expect(wallet.provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4900 })
    wallet.control.emit('accountsChanged', [first])
    expect(events).toEqual([])
    expect(wallet.control.listenerCount()).toBe(0)
  })
})

describe('events', () => {
  it('passes any value to listeners, which cannot disturb one another', () => {
    const wallet = createTestWallet()
    const seen: unknown[] = []
    const listener = (...values: unknown[]) => void seen.push(values)
    const faults: unknown[] = []
    const original = console.error
    console.error = (fault: unknown) => void faults.push(fault)
    try {
      wallet.provider.on('chainChanged', () => {
        throw new Error('a bad listener')
      })
      wallet.provider.on('chainChanged', listener).once('chainChanged', listener)
      wallet.control.emit('chainChanged', 31337, { junk: true })
      wallet.control.emit('chainChanged')
      wallet.provider.removeListener('chainChanged', listener)
      wallet.control.emit('chainChanged', 'unheard')
    } finally {
      console.error = original
    }
    expect(seen).toEqual([[31337, { junk: true }], [31337, { junk: true }], []])
    expect(faults).toHaveLength(3)
  })

  it('removes a `once` listener by its original function, as an EventEmitter does', () => {
    const { provider, control } = createTestWallet()
    const heard: unknown[] = []
    const listener = (value: unknown) => void heard.push(value)
    provider.once('connect', listener).removeListener('connect', listener)
    expect(control.listenerCount()).toBe(0)
    provider.once('connect', listener)
    control.emit('connect', 1)
    control.emit('connect', 2)
    expect(heard).toEqual([1])
    expect(control.listenerCount()).toBe(0)
  })
})
