import type { Network } from 'latchkey'

/** The addresses of the local stack, as `GET /devstack.json` returns them. */
export interface Devstack {
  readonly projectId: string
  /** The project whose visitors are asked to sign in. */
  readonly signInProjectId: string
  /** The project whose visitors may log in by email, social account or passkey. */
  readonly loginProjectId: string
  readonly services: string
  /** The wallet's own origin. */
  readonly frame: string
  /** Where pages and phone wallets meet. */
  readonly relay: string
  /** The sample phone wallet's page. */
  readonly phone: string
  /** Where the mail of the local services arrives. */
  readonly inbox: string
  readonly faucet: string
  /** Of EVM. */
  readonly chains: readonly Network[]
  readonly solana: { readonly network: Network }
  /** The chains that start on demand, by their word on the command line. */
  readonly demand: Readonly<Record<string, DemandChain>>
  readonly contracts: Readonly<Record<string, string>>
}

/** A local chain that starts on demand. */
export interface DemandChain {
  readonly network: Network
  readonly running: boolean
}

/** The local chains that always run. */
export function localNetworks({ chains, solana }: Devstack): readonly Network[] {
  return [...chains, solana.network]
}

/** Asks the server of this page. @throws Error with a sentence for the developer. */
export async function fetchDevstack(): Promise<Devstack> {
  const response = await fetch('/devstack.json')
  if (!response.ok)
    throw new Error(`The local stack did not answer (${response.status}). Start it with "npm start".`)
  return (await response.json()) as Devstack
}
