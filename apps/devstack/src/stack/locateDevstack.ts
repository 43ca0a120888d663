import type { Network } from 'latchkey'
import type { Address } from 'viem'
import { type DevAccount, devAccounts } from '../chains/devAccounts.ts'
import {
  type DemandName,
  localChains,
  toDemandNetwork,
  toDevNetwork,
  toSolanaDevNetwork,
} from '../chains/devNetworks.ts'
import { type DevContractName, devContracts } from '../contracts/contractPlan.ts'
import { type DevMint, devNfts, devTokens } from '../solana/seed/devMints.ts'
import { type DevPorts, defaultPort, demandNames, planPorts } from './ports.ts'

/** The project that the dev stack's services know; pages on this machine may use it (SPEC-NOTES §7). */
export const devProjectId = 'latchkey-dev'

/** The same with sign-in and email capture on. */
const signInProjectId = 'latchkey-dev-signin'

/** The same with the embedded wallet's logins on. */
const loginProjectId = 'latchkey-dev-login'

/** The answer of `GET /devstack.json` on the playground's port. */
export interface DevstackDescription {
  readonly projectId: string
  /** The project whose visitors are asked to sign in. */
  readonly signInProjectId: string
  /** The project whose visitors may log in by email, social account or passkey. */
  readonly loginProjectId: string
  /** Base URL of the services. */
  readonly services: string
  /** Where pages and phone wallets meet. */
  readonly relay: string
  /** The wallet's own origin, another site than the pages'. */
  readonly frame: string
  /** The sample phone wallet. */
  readonly phone: string
  /** What the services mailed: a page, and `GET /messages` for tests. */
  readonly inbox: string
  /** Plays those whom visitors log in with, each below its name. */
  readonly providers: string
  /** `POST` here with `{ chainId, address, tokens? }`. */
  readonly faucet: string
  /** The sandbox that sells, and the exchange that visitors withdraw from. */
  readonly ramp: string
  /** The bundler of the first chain (ERC-7769), once it answers. Absent until then, and where it is left out: no chain has smart accounts then. */
  readonly bundler?: string | undefined
  readonly chains: readonly Network[]
  readonly contracts: Readonly<Record<DevContractName, Address>>
  readonly solana: DevSolana
  /** The chains that start on demand (`--chains`), all of them. */
  readonly demand: Readonly<Record<DemandName, DevDemandChain>>
}

/** A chain that starts on demand in the answer of `GET /devstack.json`. */
export interface DevDemandChain {
  readonly network: Network
  /** Whether it answers by now: false for one that still starts, that nothing asked for, that was left out or that ended. */
  readonly running: boolean
}

/** The local chain of solana in the answer of `GET /devstack.json`. */
export interface DevSolana {
  readonly network: Network
  /** Subscriptions; on the same port as the RPC URL of the network. */
  readonly wsUrl: string
  readonly tokens: Readonly<Record<keyof typeof devTokens, DevMint>>
  readonly nfts: Readonly<Record<keyof typeof devNfts, DevMint>>
}

/** Names under localhost lead to this machine, and each is a site of its own. */
export const walletOrigin = (port: number): string => `http://keys.localhost:${port}`

/** Says where the parts of a dev stack are, from its ports, which chains on demand run, and whether its bundler answers. The host is always localhost, whatever name a page was reached under. */
export function locateDevstack(
  ports: DevPorts,
  running: ReadonlySet<DemandName> = new Set(),
  hasBundler = false,
): DevstackDescription {
  const url = (port: number): string => `http://localhost:${port}`
  return {
    projectId: devProjectId,
    signInProjectId,
    loginProjectId,
    services: url(ports.services),
    relay: `ws://localhost:${ports.services}/relay`,
    frame: walletOrigin(ports.frame),
    phone: url(ports.phone),
    inbox: url(ports.inbox),
    providers: url(ports.providers),
    faucet: `${url(ports.faucet)}/faucet`,
    ramp: url(ports.ramp),
    ...(hasBundler && { bundler: url(ports.bundler) }),
    chains: localChains.map(chain => toDevNetwork(chain, url(ports.chains[chain.id] ?? 0))),
    contracts: devContracts,
    solana: {
      network: toSolanaDevNetwork(url(ports.solana)),
      wsUrl: `ws://localhost:${ports.solana}`,
      tokens: devTokens,
      nfts: devNfts,
    },
    demand: Object.fromEntries(
      demandNames.map(name => [
        name,
        { network: toDemandNetwork(name, url(ports.demand[name])), running: running.has(name) },
      ]),
    ) as DevstackDescription['demand'],
  }
}

/** The local EVM chains of the stack whose first port is given: networks (SPEC §3), contract addresses, accounts with keys. */
export function devChains(options: { port?: number } = {}): {
  networks: readonly Network[]
  contracts: Readonly<Record<DevContractName, Address>>
  accounts: readonly DevAccount[]
} {
  const { chains, contracts } = locateDevstack(planPorts(options.port ?? defaultPort))
  return { networks: chains, contracts, accounts: devAccounts }
}
