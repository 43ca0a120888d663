import {
  announceHostile,
  createSimulatedSolanaWallet,
  createSimulatedWallet,
  type Outcome,
  type ScriptControl,
  type SimulatedSolanaWallet,
  type SimulatedWallet,
  type SimulatedWalletOptions,
} from '@latchkey/testing'
import type { Devstack } from '../devstack.ts'
import type { PlaygroundValues } from '../options/playgroundOptions.ts'

export interface SimulatedWallets {
  readonly evm: readonly SimulatedWallet[]
  readonly solana: readonly SimulatedSolanaWallet[]
}

/** A wallet of EVM chains, of Solana, or of both; its parts have one name, as those of a real one do. */
interface Recipe {
  readonly name: string
  readonly evm?: Pick<SimulatedWalletOptions, 'rdns'> & Partial<SimulatedWalletOptions>
  readonly solana?: { readonly expose: string }
}

// Names of our own: a playground that borrowed a real wallet's name would teach visitors the wrong thing.
const recipes: Readonly<Record<string, readonly Recipe[]>> = {
  meadow: [{ name: 'Meadow Wallet', evm: { rdns: 'example.meadow' } }],
  harbour: [{ name: 'Harbour', evm: { rdns: 'example.harbour' } }],
  sunbeam: [{ name: 'Sunbeam', solana: { expose: 'example.sunbeam' } }],
  heath: [{ name: 'Heath', evm: { rdns: 'example.heath' }, solana: { expose: 'example.heath.solana' } }],
  ember: [{ name: 'Ember', evm: { rdns: 'example.ember', legacy: true } }],
  late: [{ name: 'Latecomer', evm: { rdns: 'example.late', announce: 'late' } }],
  twins: [
    { name: 'Twin', evm: { rdns: 'example.twin' } },
    { name: 'Twin (copy)', evm: { rdns: 'example.twin', expose: 'example.twin.copy' } },
  ],
}

/** Puts the simulated wallets of a state into the page, before the widget listens. */
export function startWallets(values: PlaygroundValues, devstack: Devstack): SimulatedWallets {
  const names = values.wallets.split(',').map(name => name.trim())
  const chosen = names.flatMap(name => (Object.hasOwn(recipes, name) ? (recipes[name] ?? []) : []))
  const mode = values.answer as 'approve' | 'ask' | 'reject'
  const chains = devstack.chains.map(chain => ({
    id: Number(chain.id),
    rpcUrl: chain.rpcUrls.default.http[0] ?? '',
    name: chain.name,
    nativeCurrency: chain.nativeCurrency,
  }))
  const start = Number(values.walletChain)
  const chainId = Number.isSafeInteger(start) && start > 0 ? start : 31337
  const evm = chosen.flatMap(({ name, evm: own }) =>
    own ? [createSimulatedWallet({ expose: own.rdns, ...own, name, chains, chainId, mode })] : [],
  )
  const solana = chosen.flatMap(({ name, solana: own }) =>
    own ? [createSimulatedSolanaWallet({ ...own, name, chains: clustersOf(devstack), mode })] : [],
  )
  playScript((evm[0] ?? solana[0])?.control, values.script)
  if (names.includes('hostile')) announceHostile()
  return { evm, solana }
}

/** The local chain by its name in Wallet Standard, and the public clusters, where the wallet signs but does not send. */
function clustersOf({ solana }: Devstack) {
  const rpcUrl = solana.network.rpcUrls.default.http[0]
  return [
    { id: 'solana:localnet', ...(rpcUrl !== undefined && { rpcUrl }) },
    { id: 'solana:mainnet' },
    { id: 'solana:devnet' },
    { id: 'solana:testnet' },
  ] as const
}

// `wallet_switchEthereumChain:reject,eth_requestAccounts:hang`; names of Solana have a colon of their own: `solana:signIn:reject`.
function playScript(control: ScriptControl | undefined, script: string): void {
  for (const line of script.split(',')) {
    const at = line.lastIndexOf(':')
    const method = line.slice(0, Math.max(at, 0)).trim()
    const outcome = line.slice(at + 1).trim()
    if (!control || !method || !outcome) continue
    try {
      control.always(method, outcome as Outcome)
    } catch (cause) {
      console.warn(`The script "${line}" was left out:`, cause)
    }
  }
}
