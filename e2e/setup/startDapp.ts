import { createHash } from 'node:crypto'
import type { CaipNetworkId, SignInRequest } from 'latchkey/contract'
import { openDatabase, systemClock, systemRandom } from 'latchkey/pairing'
import {
  buildNamespaces,
  createPairing,
  type PairedSession,
  type Pairing,
  type PairingAttempt,
  type PairingOptions,
} from 'latchkey/pairingclient'
import { readStack } from './stack.ts'

/** A page without a widget: the page's side of pairing, in this process. */
export interface Dapp {
  readonly pairing: Pairing
  /** Asks for a session, on these chains and with every method and event. */
  connect(options?: ConnectOptions): Promise<PairingAttempt>
  /** What the wallet said of a session by itself, as `name data`. */
  readonly events: string[]
  /** Why sessions ended: `wallet`, `app` or `expiry`. */
  readonly ended: string[]
  /** The developer's alerts about the relay. */
  readonly alerts: string[]
  stop(): void
}

export interface ConnectOptions {
  readonly chainIds?: readonly number[]
  /** The local cluster, too; unset: no. */
  readonly solana?: boolean
  readonly signIn?: SignInRequest
}

export interface DappOptions {
  readonly metadata?: Partial<PairingOptions['metadata']>
  /** The page that the services see: they attest its proposals. Unset: no attestation. */
  readonly origin?: string
}

/** Makes a page that pairs through the stack's own relay. */
export async function startDapp({ metadata = {}, origin }: DappOptions = {}): Promise<Dapp> {
  const { relay, projectId, chains, solana: cluster, services } = readStack()
  const id = `e2e-${systemRandom.id()}`
  const alerts: string[] = []
  const pairing = await createPairing({
    id,
    clock: systemClock,
    random: systemRandom,
    database: await openDatabase({ name: id, clock: systemClock }),
    version: '0.0.0',
    relayUrl: relay,
    projectId,
    metadata: {
      name: 'Corner Shop',
      description: 'Sells corners',
      url: 'https://corner.example/shop',
      icons: [],
      ...metadata,
    },
    alert: (code, context) => alerts.push(`${code} ${JSON.stringify(context ?? {})}`),
    ...(origin !== undefined && {
      async attest(message: string) {
        const id = createHash('sha256').update(message).digest('hex')
        // As a browser does for a page: the one header that the page cannot choose.
        const response = await fetch(`${services}/attestation?projectId=${projectId}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin },
          body: JSON.stringify({ id }),
        })
        return ((await response.json()) as { readonly attestation: string }).attestation
      },
    }),
  })
  const events: string[] = []
  const ended: string[] = []
  pairing.on('sessionEvent', ({ name, data }) => events.push(`${name} ${JSON.stringify(data)}`))
  pairing.on('sessionEnded', ({ by }) => ended.push(by))
  return {
    pairing,
    alerts,
    events,
    ended,
    async connect({ chainIds = [31337, 31338], solana = false, signIn } = {}) {
      const own = chains.filter(({ id }) => chainIds.includes(Number(id)))
      const networks = solana ? [...own, cluster.network] : own
      const attempt = await pairing.connect({
        namespaces: buildNamespaces(networks),
        signal: new AbortController().signal,
        ...(signIn && { signIn }),
      })
      attempt.approval.catch(() => undefined)
      return attempt
    },
    stop: () => pairing.destroy(),
  }
}

/** Asks a session's wallet. */
export function ask(
  { pairing }: Dapp,
  session: PairedSession,
  method: string,
  params: unknown,
  chain: number | CaipNetworkId = 31337,
): Promise<unknown> {
  const chainId = typeof chain === 'number' ? (`eip155:${chain}` as const) : chain
  const answer = pairing.request(session.topic, chainId, { method, params })
  // A test may look at something else first.
  answer.catch(() => undefined)
  return answer
}
