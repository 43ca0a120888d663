import {
  announceHostile,
  createSimulatedNamespace,
  createSimulatedWallet,
  type Outcome,
  type SimulatedNamespace,
  type SimulatedWallet,
  type SimulatedWalletOptions,
} from '@latchkey/testing'
import type { Devstack } from '../devstack.ts'
import type { PlaygroundValues } from '../options/playgroundOptions.ts'

export interface SimulatedWallets {
  readonly evm: readonly SimulatedWallet[]
  readonly solana: SimulatedNamespace | undefined
}

type Recipe = Pick<SimulatedWalletOptions, 'name' | 'rdns'> & Partial<SimulatedWalletOptions>

// Names of our own: a playground that borrowed a real wallet's name would teach visitors the wrong thing.
const recipes: Readonly<Record<string, readonly Recipe[]>> = {
  meadow: [{ name: 'Meadow Wallet', rdns: 'example.meadow', expose: 'example.meadow' }],
  harbour: [{ name: 'Harbour', rdns: 'example.harbour', expose: 'example.harbour' }],
  ember: [{ name: 'Ember', rdns: 'example.ember', expose: 'example.ember', legacy: true }],
  late: [{ name: 'Latecomer', rdns: 'example.late', expose: 'example.late', announce: 'late' }],
  twins: [
    { name: 'Twin', rdns: 'example.twin', expose: 'example.twin' },
    { name: 'Twin (copy)', rdns: 'example.twin', expose: 'example.twin.copy' },
  ],
}

/** Puts the simulated wallets of a state into the page, before the widget listens. */
export function startWallets(values: PlaygroundValues, devstack: Devstack): SimulatedWallets {
  const names = values.wallets.split(',').map(name => name.trim())
  const chains = devstack.chains.map(chain => ({
    id: Number(chain.id),
    rpcUrl: chain.rpcUrls.default.http[0] ?? '',
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
  }))
  const start = Number(values.walletChain)
  const evm = names
    .flatMap(name => (Object.hasOwn(recipes, name) ? (recipes[name] ?? []) : []))
    .map(recipe =>
      createSimulatedWallet({
        ...recipe,
        chains,
        chainId: Number.isSafeInteger(start) && start > 0 ? start : 31337,
        mode: values.answer as 'approve' | 'ask' | 'reject',
      }),
    )
  playScript(evm[0], values.script)
  if (names.includes('hostile')) announceHostile()
  const solana = names.includes('solana')
    ? createSimulatedNamespace({ name: 'Sunbeam', rdns: 'example.sunbeam', expose: 'example.sunbeam' })
    : undefined
  return { evm, solana }
}

// `wallet_switchEthereumChain:reject,eth_requestAccounts:hang`
function playScript(wallet: SimulatedWallet | undefined, script: string): void {
  for (const line of script.split(',')) {
    const [method, outcome] = line.split(':').map(part => part.trim())
    if (!wallet || !method || !outcome) continue
    try {
      wallet.control.always(method, outcome as Outcome)
    } catch (cause) {
      console.warn(`The script "${line}" was left out:`, cause)
    }
  }
}
