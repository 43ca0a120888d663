import { expect, test } from 'vitest'
import { createLatchkey } from './index.ts'
import { bindWagmi, latchkeyConnector, type WagmiConfig } from './wagmi.ts'

const network = {
  id: 1,
  name: 'One',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example.com'] } },
}
const latchkey = createLatchkey({ projectId: 'p', networks: [network], adapters: [] })
const told: string[] = []
const emitter = { emit: (event: string) => void told.push(event) }

test('on a server the connector is listed and says nothing', async () => {
  const connector = latchkeyConnector(latchkey)({ chains: [network], emitter, storage: null })
  expect(connector).toMatchObject({ id: 'latchkey', name: 'Latchkey', type: 'latchkey' })
  await connector.setup()
  expect(await connector.getProvider()).toBeUndefined()
  expect(await connector.isAuthorized()).toBe(false)
  await expect(connector.connect({ isReconnecting: true })).rejects.toThrow('No wallet is connected')
  await expect(connector.getAccounts()).rejects.toThrow('No wallet is connected')
  expect(told).toEqual([])
})

test('on a server binding touches nothing of the config', () => {
  const config = new Proxy({} as WagmiConfig, {
    get(_, name) {
      throw new Error(`${String(name)} was read`)
    },
  })
  expect(() => bindWagmi({ latchkey, config })()).not.toThrow()
})

test('a chain that wagmi does not know is wagmi’s own error', async () => {
  const connector = latchkeyConnector(latchkey)({ chains: [network], emitter })
  await expect(connector.switchChain({ chainId: 5 })).rejects.toThrow(
    expect.objectContaining({ name: 'SwitchChainError', code: 4902 }),
  )
})

test('the host can set id, name and icon, and two widgets of a page are two connectors', () => {
  const named = latchkeyConnector(latchkey, { id: 'wallets', name: 'Wallets', icon: 'data:,' })
  expect(named({ chains: [network], emitter })).toMatchObject({
    id: 'wallets',
    name: 'Wallets',
    icon: 'data:,',
  })
  const other = createLatchkey({ projectId: 'p', id: 'shop', networks: [network], adapters: [] })
  expect(latchkeyConnector(other)({ chains: [network], emitter }).id).toBe('latchkey-shop')
})
