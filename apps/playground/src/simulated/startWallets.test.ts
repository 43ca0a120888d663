import { expect, test } from 'vitest'
import type { Devstack } from '../devstack.ts'
import { readOptions } from '../options/playgroundOptions.ts'
import { startWallets } from './startWallets.ts'

const dogwood = {
  chainNamespace: 'solana',
  caipNetworkId: 'solana:8KaaGZbMUyVEjJpuWTZYMECaZMrzF3Tu',
  id: '8KaaGZbMUyVEjJpuWTZYMECaZMrzF3Tu',
  name: 'Dogwood',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://localhost:1'] } },
} as const

const devstack: Devstack = {
  projectId: '',
  signInProjectId: '',
  loginProjectId: '',
  services: '',
  frame: '',
  relay: '',
  phone: '',
  inbox: '',
  faucet: '',
  chains: [],
  demand: {},
  solana: { network: dogwood },
  contracts: {},
}

test.each([
  ['?walletChain=10', 10],
  ['?walletChain=1.5', 31337],
  ['?walletChain=-5', 31337],
  ['?walletChain=Infinity', 31337],
  ['?walletChain=none', 31337],
  ['?wallets=toString,constructor,meadow', 31337],
])('%s: a page has its wallet, on a chain that there can be', (search, chainId) => {
  const { evm } = startWallets(readOptions(search), devstack)
  expect(evm[0]).toMatchObject({ info: { rdns: 'example.meadow' }, control: { state: { chainId } } })
  for (const wallet of evm) wallet.stop()
})

test('a wallet of both ecosystems has one name and one picture', () => {
  const { evm, solana } = startWallets(readOptions('?wallets=heath,sunbeam'), devstack)
  expect(evm.map(({ info }) => info.name)).toEqual(['Heath'])
  expect(solana.map(({ info }) => info.name)).toEqual(['Heath', 'Sunbeam'])
  expect(evm[0]?.info.icon).toBe(solana[0]?.info.icon)
  for (const wallet of [...evm, ...solana]) wallet.stop()
})

test('a script names methods of Solana with their colons', async () => {
  const { solana } = startWallets(readOptions('?wallets=sunbeam&script=standard:connect:reject'), devstack)
  const connect = solana[0]?.standard.features['standard:connect']?.connect as () => Promise<unknown>
  await expect(connect()).rejects.toMatchObject({ code: 4001 })
  for (const wallet of solana) wallet.stop()
})
