import {
  createSimulatedBitcoinWallet,
  createSimulatedCosmosWallet,
  createSimulatedPolkadotWallet,
  createSimulatedStacksWallet,
  createSimulatedSuiWallet,
  type ScriptControl,
} from '@latchkey/testing'
import type { Devstack } from '../devstack.ts'
import type { PlaygroundValues } from '../options/playgroundOptions.ts'
import { startWallets } from '../simulated/startWallets.ts'

/** A simulated wallet of the page, whatever its namespace. */
export interface NamespaceWallet {
  readonly info: { readonly name: string; readonly icon: string }
  readonly control: ScriptControl
}

/**
 * Puts one simulated wallet of each namespace into the page, before the widget listens. Their names are ours, but for
 * Keplr's: wallets with its interface are known by their places alone.
 */
export function startNamespaceWallets(
  values: PlaygroundValues,
  devstack: Devstack,
): readonly NamespaceWallet[] {
  const { evm, solana } = startWallets({ ...values, wallets: 'heath' }, devstack)
  const mode = values.answer as 'approve' | 'ask' | 'reject'
  const stacks = createSimulatedStacksWallet({
    name: 'Hollow',
    path: 'HollowProvider',
    network: 'testnet',
    expose: 'example.hollow',
    mode,
  })
  stacks.announce()
  return [
    ...evm,
    ...solana,
    createSimulatedBitcoinWallet({
      shape: 'xverse',
      name: 'Quarry',
      path: 'QuarryProviders.BitcoinProvider',
      network: 'regtest',
      expose: 'example.quarry',
      mode,
    }),
    stacks,
    createSimulatedPolkadotWallet({ name: 'Sorrel', id: 'Sorrel', expose: 'example.sorrel', mode }),
    createSimulatedSuiWallet({ name: 'Tideway', expose: 'example.tideway', mode }),
    createSimulatedCosmosWallet({
      name: 'Keplr',
      chains: [{ id: 'ironwood-1', prefix: 'cosmos' }],
      expose: 'example.keplr',
      mode,
    }),
  ]
}
