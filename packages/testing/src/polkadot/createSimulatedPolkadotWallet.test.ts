import { signatureVerify } from '@polkadot/util-crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { createSimulatedPolkadotWallet } from './createSimulatedPolkadotWallet.ts'
import { polkadotTestAccounts } from './polkadotAccounts.ts'
import type { SimulatedPolkadotOptions } from './polkadotOptions.ts'

const made: { stop(): void }[] = []
afterEach(() => {
  for (const each of made.splice(0)) each.stop()
})

function make(options: Partial<SimulatedPolkadotOptions> = {}) {
  const target: { injectedWeb3?: Record<string, unknown> } = {}
  const wallet = createSimulatedPolkadotWallet({ name: 'Violet Wallet', target, memory: false, ...options })
  made.push(wallet)
  return { wallet, target, enable: () => wallet.entry.enable('shop.example') }
}
const data = `0x${Buffer.from('hello').toString('hex')}`

describe('a simulated Polkadot wallet', () => {
  it('puts itself into the page under its id, and takes itself out', () => {
    const { wallet, target } = make({ id: 'talisman' })
    expect(target.injectedWeb3).toEqual({ talisman: wallet.entry })
    wallet.stop()
    expect(target.injectedWeb3).toEqual({})
  })

  it('prompts a page that it does not know, and is silent afterwards', async () => {
    const { wallet, enable } = make({ mode: 'ask' })
    const asked = enable()
    await wallet.control.waitForPending('enable')
    await expect(enable()).rejects.toThrow('pending authorization')
    wallet.control.approve(undefined, { accounts: [1] })
    const { accounts } = await asked
    expect(await accounts.get()).toEqual([
      { address: polkadotTestAccounts[1]?.address, name: 'Account 2', type: 'ed25519' },
    ])
    await enable()
    expect(wallet.control.pending).toEqual([])
  })

  it('tells its accounts at once and after each change', async () => {
    const { wallet, enable } = make()
    const { accounts } = await enable()
    const told: number[] = []
    const stop = accounts.subscribe(list => told.push(list.length))
    wallet.control.setAccounts([0, 1])
    wallet.control.lock()
    stop()
    wallet.control.unlock()
    expect(told).toEqual([1, 2, 0])
    expect(wallet.control.listenerCount()).toBe(0)
  })

  it.each(polkadotTestAccounts.slice(0, 3).map(({ type }, at) => [type, at] as const))(
    'signs with %s keys what the ecosystem verifies, between <Bytes> and </Bytes>',
    async (type, at) => {
      const { wallet, enable } = make()
      wallet.control.setAccounts([at])
      const { signer } = await enable()
      const { address = '' } = polkadotTestAccounts[at] ?? {}
      const answer = await signer.signRaw?.({ address, data, type: 'bytes' })
      const verdict = signatureVerify('<Bytes>hello</Bytes>', answer?.signature ?? '', address)
      expect(verdict).toMatchObject({ isValid: true, crypto: type })
      const wrapped = `0x${Buffer.from('<Bytes>hello</Bytes>').toString('hex')}`
      const again = await signer.signRaw?.({ address, data: wrapped, type: 'bytes' })
      expect(signatureVerify('<Bytes>hello</Bytes>', again?.signature ?? '', address).isValid).toBe(true)
    },
  )

  it('signs for no account that the page does not see, and nothing but bytes', async () => {
    const { enable } = make()
    const { signer } = await enable()
    const [own, other] = polkadotTestAccounts
    await expect(signer.signRaw?.({ address: other?.address, data, type: 'bytes' })).rejects.toThrow(
      'keypair',
    )
    await expect(signer.signRaw?.({ address: own?.address, data, type: 'payload' })).rejects.toThrow('bytes')
  })

  it('has no signer of texts where it is made without', async () => {
    expect((await make({ signsTexts: false }).enable()).signer).toEqual({})
  })

  it.each<[string, object]>([
    ['no name', { name: undefined }],
    ['no id', { id: '' }],
    ['too many accounts', { accounts: 6 }],
    ['a secret that is short', { accounts: [{ type: 'sr25519', seed: [1] }] }],
  ])('refuses %s', (_what, options) => {
    expect(() => make(options)).toThrow(TypeError)
  })
})
