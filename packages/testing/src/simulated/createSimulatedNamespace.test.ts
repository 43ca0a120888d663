import { createPrivateKey, createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestStorage } from '../fixtures/createTestWallet.ts'
import { createSimulatedNamespace, type SimulatedNamespaceOptions } from './createSimulatedNamespace.ts'
import { testAddresses } from './testAddresses.ts'

const [first, second] = testAddresses

function create(options: Partial<SimulatedNamespaceOptions> = {}) {
  return createSimulatedNamespace({ name: 'Sun Wallet', storage: createTestStorage(), ...options })
}

describe('addresses', () => {
  it('are base58 of real Ed25519 public keys', () => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    for (const [index, address] of testAddresses.entries()) {
      const seed = Buffer.alloc(32, index + 1)
      const key = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
      const secret = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
      const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
      const value = [...address].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
      expect(value.toString(16).padStart(64, '0')).toBe(publicKey.toString('hex'))
    }
  })
})

describe('a wallet of another namespace', () => {
  it('connects, emits its events and disconnects', async () => {
    const wallet = create({ accounts: 2 })
    const seen: (readonly string[])[] = []
    const off = wallet.on('accountsChanged', accounts => seen.push(accounts))
    expect(wallet).toMatchObject({ namespace: 'solana', info: { name: 'Sun Wallet' }, accounts: [] })
    expect(await wallet.connect({ silent: true })).toEqual([])
    expect(await wallet.connect()).toEqual([first])
    expect(await wallet.connect({ silent: true })).toEqual([first])
    wallet.control.setAccounts([1, 0])
    expect(wallet.accounts).toEqual([second, first])
    await wallet.disconnect()
    expect(wallet.accounts).toEqual([])
    off()
    await wallet.connect()
    expect(seen).toEqual([[first], [second, first], []])
    expect(() => wallet.control.setAccounts([7])).toThrow(RangeError)
  })

  it('plays the same outcomes as any simulated wallet', async () => {
    const wallet = create({ script: { connect: ['reject', 'hang', { kind: 'malformed', as: 'null' }] } })
    await expect(wallet.connect()).rejects.toMatchObject({ name: 'NamespaceError', code: 'rejected' })
    void wallet.connect()
    expect(await wallet.connect()).toBeNull()
  })

  it('prompts, locks and loses its connection', async () => {
    const wallet = create({ mode: 'ask' })
    const answer = wallet.connect()
    await expect(wallet.connect()).rejects.toMatchObject({ code: 'busy' })
    wallet.control.approve()
    expect(await answer).toEqual([first])
    wallet.control.lock()
    expect(wallet.accounts).toEqual([])
    expect(await wallet.connect({ silent: true })).toEqual([])
    const locked = wallet.connect()
    wallet.control.unlock()
    wallet.control.approve((await wallet.control.waitForPending('connect', { timeout: 100 })).id)
    expect(await locked).toEqual([first])
    let lost = 0
    wallet.on('disconnect', () => {
      lost += 1
    })
    wallet.control.next('silentConnect', 'disconnect')
    await expect(wallet.connect({ silent: true })).rejects.toMatchObject({ code: 'offline' })
    expect(lost).toBe(1)
  })

  it('remembers its accounts between page loads, unless an option forbids it', async () => {
    const storage = createTestStorage()
    await create({ storage }).connect()
    expect([...storage.entries.keys()]).toEqual(['latchkey-testing:solana:Sun Wallet'])
    expect(await create({ storage }).connect({ silent: true })).toEqual([first])
    const wallet = create({ storage, accounts: 2 })
    wallet.control.setAccounts([1, 0])
    expect(create({ storage, accounts: 2 }).accounts).toEqual([second, first])
    expect(create({ storage, memory: false }).accounts).toEqual([])
    expect(create({ connected: true }).accounts).toEqual([first])
  })

  it('takes addresses of any namespace', async () => {
    const wallet = create({ namespace: 'sui', accounts: ['0xabc'], rdns: 'test.sui' })
    expect(await wallet.connect()).toEqual(['0xabc'])
    expect(wallet.info.rdns).toBe('test.sui')
    for (const accounts of [6, 0, -1, 1.5, []]) expect(() => create({ accounts })).toThrow(TypeError)
  })
})

describe('signing and sending', () => {
  it('signs with the key of the address, after a prompt', async () => {
    const wallet = create()
    await wallet.connect()
    const signature = await wallet.signMessage('Hello')
    const seed = Buffer.alloc(32, 1)
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
    expect(verify(null, Buffer.from('Hello'), key, Buffer.from(signature, 'base64'))).toBe(true)
    wallet.control.next('signMessage', 'reject')
    await expect(wallet.signMessage('Hello')).rejects.toMatchObject({ code: 'rejected' })
  })

  it('passes an approved transfer to the chain, and a declined one not at all', async () => {
    const sent: unknown[] = []
    const wallet = create({
      submit: async order => {
        sent.push(order)
        return 'id'
      },
    })
    await wallet.connect()
    const order = { from: String(first), to: String(second), amount: 1n }
    expect(await wallet.transfer(order)).toBe('id')
    wallet.control.next('transfer', 'reject')
    await expect(wallet.transfer(order)).rejects.toMatchObject({ code: 'rejected' })
    expect(sent).toEqual([order])
  })

  it('refuses both while no account is shared, and refuses to send without a chain', async () => {
    const order = { from: String(first), to: String(second), amount: 1n }
    const wallet = create({ submit: async () => 'id' })
    await expect(wallet.signMessage('Hello')).rejects.toMatchObject({ code: 'unsupported' })
    await expect(wallet.transfer(order)).rejects.toMatchObject({ code: 'unsupported' })
    const without = create()
    await without.connect()
    await expect(without.transfer(order)).rejects.toMatchObject({ code: 'unsupported' })
  })
})
