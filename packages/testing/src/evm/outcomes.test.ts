import { describe, expect, it } from 'vitest'
import { type MalformedName, malformedNames } from '../core/malformedAnswers.ts'
import type { Outcome } from '../core/outcome.ts'
import { thrownNames } from '../core/thrownValues.ts'
import { createFakeClock } from '../fixtures/createFakeClock.ts'
import { createTestWallet, recordEvents } from '../fixtures/createTestWallet.ts'
import { testAccounts } from './testAccounts.ts'

const [first, second] = testAccounts.map(({ address }) => address)
const connect = { method: 'eth_requestAccounts' }
const switchTo = (chainId: string) => ({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
const settled = (promise: Promise<unknown>) => Promise.race([promise, Promise.resolve('still waiting')])
const tick = () => new Promise(resolve => setImmediate(resolve))

describe('scripted outcomes of eth_requestAccounts', () => {
  it.each<[Outcome, number | string]>([
    ['reject', 4001],
    [{ kind: 'reject', message: 'Not today' }, 'Not today'],
    [{ kind: 'code', code: -32603 }, -32603],
    [{ kind: 'code', code: 4100, message: 'Nope' }, 'Nope'],
    ['disconnect', 4900],
  ])('%j rejects with %s and authorises nothing', async (outcome, expected) => {
    const wallet = createTestWallet({ script: { eth_requestAccounts: outcome } })
    const match = typeof expected === 'number' ? { code: expected } : { message: expected }
    await expect(wallet.provider.request(connect)).rejects.toMatchObject(match)
    expect(wallet.control.state.authorised).toEqual([])
    expect(wallet.control.requests).toMatchObject([
      {
        method: 'eth_requestAccounts',
        status: 'failed',
        outcome: typeof outcome === 'string' ? outcome : outcome.kind,
      },
    ])
  })

  it('approve authorises the selected account, or those named', async () => {
    const wallet = createTestWallet()
    expect(await wallet.provider.request(connect)).toEqual([first])
    const other = createTestWallet()
    other.control.next('eth_requestAccounts', { kind: 'approve', accounts: [1, 0] })
    expect(await other.provider.request(connect)).toEqual([second, first])
  })

  it('hang never answers and does not block the next request', async () => {
    const wallet = createTestWallet({ script: { eth_requestAccounts: ['hang'] } })
    const lost = wallet.provider.request(connect)
    expect(await wallet.provider.request(connect)).toEqual([first])
    expect(await settled(lost)).toBe('still waiting')
    expect(wallet.control.pending).toEqual([])
    expect(wallet.control.requests.map(({ status }) => status)).toEqual(['pending', 'answered'])
  })

  it('slow waits for its time, or for release(), then does what follows', async () => {
    const clock = createFakeClock()
    const wallet = createTestWallet({ clock })
    wallet.control.next('eth_requestAccounts', { kind: 'slow', ms: 300, outcome: 'reject' })
    const refused = wallet.provider.request(connect)
    refused.catch(() => {})
    clock.advance(299)
    expect(await settled(refused)).toBe('still waiting')
    clock.advance(1)
    await expect(refused).rejects.toMatchObject({ code: 4001 })

    wallet.control.next('eth_requestAccounts', 'slow')
    const answer = wallet.provider.request(connect)
    clock.advance(60_000)
    expect(await settled(answer)).toBe('still waiting')
    wallet.control.release('eth_chainId')
    expect(wallet.control.pending).toHaveLength(1)
    wallet.control.release()
    expect(await answer).toEqual([first])
    expect(clock.timers).toBe(0)
  })

  it('locked opens silently and answers after unlock()', async () => {
    const wallet = createTestWallet({ connected: true })
    const events = recordEvents(wallet)
    wallet.control.next('eth_requestAccounts', 'locked')
    const answer = wallet.provider.request(connect)
    expect(await settled(answer)).toBe('still waiting')
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(wallet.control.pending).toMatchObject([{ method: 'eth_requestAccounts', reason: 'locked' }])
    wallet.control.unlock()
    expect(await answer).toEqual([first])
    expect(events.filter(([name]) => name === 'accountsChanged')).toEqual([
      ['accountsChanged', []],
      ['accountsChanged', [first]],
    ])
  })

  it('ask waits in the pending list until it is approved or rejected there', async () => {
    const wallet = createTestWallet({ mode: 'ask' })
    const refused = wallet.provider.request(connect)
    expect(wallet.control.pending).toMatchObject([{ id: 1, method: 'eth_requestAccounts', reason: 'ask' }])
    wallet.control.reject(1, 'Not this site')
    await expect(refused).rejects.toMatchObject({ code: 4001, message: 'Not this site' })
    const answer = wallet.provider.request(connect)
    wallet.control.approve(undefined, { accounts: [1] })
    expect(await answer).toEqual([second])
    expect(wallet.control.pending).toEqual([])
    expect(() => wallet.control.approve()).toThrow('No request is waiting')
    // What needs no prompt is not asked for.
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })

  it('ask on a locked wallet unlocks it first, then asks', async () => {
    const wallet = createTestWallet({ mode: 'ask', locked: true })
    const answer = wallet.provider.request(connect)
    wallet.control.approve()
    expect(wallet.control.state.locked).toBe(false)
    await tick()
    expect(wallet.control.pending).toMatchObject([{ reason: 'ask' }])
    wallet.control.approve()
    expect(await answer).toEqual([first])
  })

  it('a second prompt of the same kind answers -32002 and leaves the script alone', async () => {
    const wallet = createTestWallet({
      script: { eth_requestAccounts: ['slow'], wallet_requestPermissions: ['reject'] },
    })
    const answer = wallet.provider.request(connect)
    await expect(wallet.provider.request(connect)).rejects.toMatchObject({ code: -32002 })
    const permissions = { method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] }
    await expect(wallet.provider.request(permissions)).rejects.toMatchObject({ code: -32002 })
    wallet.control.release()
    await answer
    await expect(wallet.provider.request(permissions)).rejects.toMatchObject({ code: 4001 })
  })

  it('disconnect fails everything that waits, until reconnect()', async () => {
    const wallet = createTestWallet({ mode: 'ask' })
    const events = recordEvents(wallet)
    const waiting = wallet.provider.request(connect)
    wallet.control.next('eth_chainId', 'disconnect')
    await expect(wallet.provider.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 4900 })
    await expect(waiting).rejects.toMatchObject({ code: 4900 })
    await expect(wallet.provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4900 })
    expect(wallet.provider.isConnected()).toBe(false)
    wallet.control.reconnect()
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(events.slice(-2)).toMatchObject([
      ['disconnect', { code: 4900 }],
      ['connect', { chainId: '0x7a69' }],
    ])
  })

  it('twice answers twice and emits its events twice', async () => {
    const wallet = createTestWallet()
    const events = recordEvents(wallet)
    wallet.control.next('eth_requestAccounts', 'twice')
    const answers: unknown[] = []
    await new Promise<void>(resolve => {
      const answer = wallet.provider.request(connect)
      void answer.then(value => {
        answers.push(value)
        if (answers.length === 2) resolve()
      })
    })
    expect(answers).toEqual([[first], [first]])
    expect(events.filter(([name]) => name === 'accountsChanged')).toHaveLength(2)
    wallet.control.next('eth_requestAccounts', 'twice')
    expect(await wallet.provider.request(connect)).toEqual([first])
  })

  it.each(malformedNames)('malformed as %s gives garbage', async name => {
    const wallet = createTestWallet({ script: { '*': { kind: 'malformed', as: name } } })
    const answer = await wallet.provider.request(connect)
    const harmless: readonly MalformedName[] = ['throwing']
    if (!harmless.includes(name)) expect(answer).not.toEqual([first])
    expect(wallet.control.requests[0]).toMatchObject({ status: 'answered', outcome: 'malformed' })
  })

  it.each(thrownNames)('throw as %s', async how => {
    const wallet = createTestWallet({ script: { eth_requestAccounts: { kind: 'throw', how } } })
    if (how === 'sync') {
      expect(() => wallet.provider.request(connect)).toThrow('inside request()')
      return
    }
    const outcome = await wallet.provider.request(connect).then(
      () => 'answered',
      () => 'rejected',
    )
    expect(outcome).toBe('rejected')
    expect(wallet.control.requests[0]?.status).toBe('failed')
  })

  it('answers any value at all, without doing anything', async () => {
    const wallet = createTestWallet({ script: { wallet_unheardOf: { kind: 'answer', value: 7 } } })
    expect(await wallet.provider.request({ method: 'wallet_unheardOf' })).toBe(7)
    wallet.control.next('eth_requestAccounts', { kind: 'answer', value: [second] })
    expect(await wallet.provider.request(connect)).toEqual([second])
    expect(wallet.control.state.authorised).toEqual([])
  })
})

describe('the wrong chain', () => {
  it('reports success and does not switch', async () => {
    const wallet = createTestWallet()
    const events = recordEvents(wallet)
    wallet.control.next('wallet_switchEthereumChain', 'wrongChain')
    expect(await wallet.provider.request(switchTo('0x7a6a'))).toBeNull()
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
    expect(events.filter(([name]) => name === 'chainChanged')).toEqual([])
  })

  it('switches to another chain than requested', async () => {
    const wallet = createTestWallet()
    const events = recordEvents(wallet)
    wallet.control.next('wallet_switchEthereumChain', { kind: 'wrongChain', chainId: 999 })
    expect(await wallet.provider.request(switchTo('0x7a6a'))).toBeNull()
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x3e7')
    expect(events).toContainEqual(['chainChanged', '0x3e7'])
  })

  it('connects and switches at once', async () => {
    const wallet = createTestWallet()
    wallet.control.next('eth_requestAccounts', { kind: 'wrongChain', chainId: 31338 })
    expect(await wallet.provider.request(connect)).toEqual([first])
    expect(wallet.control.state.chainId).toBe(31338)
  })

  it('reports a false chain id', async () => {
    const wallet = createTestWallet({ script: { eth_chainId: [{ kind: 'wrongChain', chainId: 1 }] } })
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })
})

describe('the script', () => {
  it('uses the queue of a method, then the general queue, then the rules', async () => {
    const wallet = createTestWallet({
      script: {
        eth_chainId: [{ kind: 'answer', value: 'queued' }],
        '*': { kind: 'answer', value: 'always any' },
      },
    })
    wallet.control.next('*', { kind: 'answer', value: 'next any' })
    wallet.control.always('eth_chainId', { kind: 'answer', value: 'always' })
    const ask = () => wallet.provider.request({ method: 'eth_chainId' })
    expect([await ask(), await ask(), await ask(), await ask()]).toEqual([
      'queued',
      'next any',
      'always',
      'always',
    ])
    expect(await wallet.provider.request({ method: 'net_version' })).toBe('always any')
    wallet.control.reset()
    expect(await ask()).toBe('0x7a69')
    expect(wallet.control.requests).toHaveLength(1)
  })

  it('refuses unknown outcomes, modes and options', () => {
    const wallet = createTestWallet()
    expect(() => wallet.control.next('eth_accounts', 'refuse' as Outcome)).toThrow(TypeError)
    expect(() => wallet.control.setMode('later' as 'ask')).toThrow(TypeError)
    expect(() => createTestWallet({ script: { x: 'y' as Outcome } })).toThrow(TypeError)
    expect(() => createTestWallet({ chains: [] })).toThrow(TypeError)
    expect(() => createTestWallet({ accounts: 11 })).toThrow(TypeError)
    expect(() => createTestWallet({ accounts: ['0x12'] })).toThrow(TypeError)
  })

  it('mode reject refuses prompts only', async () => {
    const wallet = createTestWallet({ mode: 'reject' })
    await expect(wallet.provider.request(connect)).rejects.toMatchObject({ code: 4001 })
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    wallet.control.mode = 'approve'
    expect(await wallet.provider.request(connect)).toEqual([first])
  })

  it('waits for requests, in both lists', async () => {
    const clock = createFakeClock()
    const wallet = createTestWallet({ mode: 'ask', clock })
    const seen = wallet.control.waitForRequest('eth_requestAccounts')
    const waiting = wallet.control.waitForPending()
    const done = wallet.control.waitForRequest('eth_requestAccounts', { settled: true })
    void wallet.provider.request(connect)
    expect(await seen).toMatchObject({ status: 'pending' })
    expect(await waiting).toMatchObject({ reason: 'ask' })
    wallet.control.approve()
    expect(await done).toMatchObject({ status: 'answered' })
    const never = wallet.control.waitForRequest('eth_sign', { timeout: 100 })
    clock.advance(100)
    await expect(never).rejects.toThrow('did not see a request of eth_sign within 100 ms')
    expect(clock.timers).toBe(0)
  })

  it('bounds its log and notifies subscribers', async () => {
    const wallet = createTestWallet()
    let told = 0
    const stop = wallet.control.subscribe(() => {
      told += 1
    })
    await Promise.all(Array.from({ length: 600 }, () => wallet.provider.request({ method: 'eth_accounts' })))
    expect(wallet.control.requests).toHaveLength(500)
    expect(told).toBeGreaterThan(600)
    stop()
    const before = told
    await wallet.provider.request({ method: 'eth_accounts' })
    expect(told).toBe(before)
  })
})
