import { expect, test } from 'vitest'
import type { Devstack } from '../devstack.ts'
import { readOptions } from '../options/playgroundOptions.ts'
import { startWallets } from './startWallets.ts'

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
