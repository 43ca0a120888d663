import { systemClock, systemRandom } from 'latchkey/pairing'
import type { KeyValueDatabase, PairedSession, Pairing, PairingAttempt } from 'latchkey/pairingclient'
import { createPairing } from 'latchkey/pairingclient'
import type {
  Approval,
  ConnectParams,
  PeerOptions,
  RequestParams,
  SessionView,
  SignInParams,
} from '../protocol.ts'
import { answerParent, type Tell, type Verbs } from './answerParent.ts'

/** How far this process' clock is off, and what a tab shares with its others. */
export interface OurDappOptions extends PeerOptions {
  /** Milliseconds that this machine's clock is ahead (F38). */
  readonly clockSkew?: number
}

answerParent(tell => {
  // What a browser keeps of a page; a reload makes a new pairing of it.
  const kept = createKeptDatabase()
  let options: OurDappOptions | undefined
  let pairing: Pairing | undefined
  let attempt: PairingAttempt | undefined
  let giveUp = new AbortController()
  const started = (): Pairing => {
    if (pairing === undefined) throw new Error('not started')
    return pairing
  }
  const sessions = (): readonly SessionView[] => started().sessions.map(sessionView)
  const open = async (): Promise<readonly SessionView[]> => {
    if (options === undefined) throw new Error('not started')
    pairing = await openPairing(options, kept, tell)
    await pairing.restore()
    return sessions()
  }
  const connect = async (params: ConnectParams, signIn?: SignInParams): Promise<{ uri: string }> => {
    giveUp = new AbortController()
    const { chains, methods, events } = params
    attempt = await started().connect({
      namespaces: { eip155: { chains, methods, events } } as never,
      signal: giveUp.signal,
      ...(signIn && {
        signIn: {
          domain: signIn.domain,
          uri: signIn.uri,
          nonce: signIn.nonce,
          statement: signIn.statement,
          chains: chains as never,
          issuedAt: new Date().toISOString(),
        },
      }),
    })
    attempt.approval.catch(() => {})
    return { uri: attempt.uri }
  }

  return {
    start(given: OurDappOptions) {
      options = given
      return open()
    },
    /** The tab is closed; `again` opens it anew. */
    away() {
      pairing?.destroy()
      pairing = undefined
    },
    again: open,
    connect,
    signIn: (params: SignInParams) => connect(params, params),
    giveUp: () => giveUp.abort(),
    async approval(): Promise<Approval | undefined> {
      const approved = await attempt?.approval
      return (
        approved && {
          session: sessionView(approved.session),
          proofs: (approved.proofs ?? []).map(({ data, message, signature }) => ({
            account: `${data.chainId}:${data.accountAddress}`,
            message,
            signature,
          })),
        }
      )
    },
    request: ({ topic, chainId, method, params }: RequestParams) =>
      started().request(topic, chainId as never, { method, params }),
    async ping({ topic }: { topic: string }) {
      if (!(await started().ping(topic))) throw new Error('no answer to the ping')
    },
    disconnect: ({ topic }: { topic: string }) => started().disconnect(topic),
    sessions,
  } satisfies Verbs
})

async function openPairing(
  { name, relayUrl, projectId, clockSkew = 0 }: OurDappOptions,
  database: KeyValueDatabase,
  tell: Tell,
): Promise<Pairing> {
  const pairing = await createPairing({
    id: name,
    database,
    version: '0.0.0',
    clock: { ...systemClock, now: () => systemClock.now() + clockSkew },
    random: systemRandom,
    relayUrl,
    projectId,
    metadata: { name, description: '', url: 'https://dapp.example', icons: [] },
    alert: (code, context) => tell('alert', { code, context }),
  })
  pairing.on('relay', state => tell('relay', state))
  pairing.on('scanned', scanned => tell('scanned', scanned))
  pairing.on('sessionChanged', ({ session }) => {
    const view = sessionView(session)
    tell('changed', view)
    // The names under which official dapps tell it; which of the two it was, the session itself says.
    tell('update', { topic: view.topic })
    tell('extend', { topic: view.topic })
  })
  pairing.on('sessionEnded', ({ topic, by, code }) => {
    tell('ended', { topic, by, code })
    if (by === 'wallet') tell('delete', { topic })
  })
  pairing.on('sessionEvent', event => tell('event', event))
  pairing.on('requestSent', sent => tell('requestSent', sent))
  return pairing
}

function sessionView({ topic, expiresAt, namespaces, peer }: PairedSession): SessionView {
  return {
    topic,
    accounts: Object.values(namespaces)
      .flatMap(({ accounts }) => accounts)
      .toSorted(),
    expiry: Math.floor(expiresAt / 1_000),
    peer: peer.name,
  }
}

/** Outlives the pairing, not the process: keys that cannot be read out cannot be written to a file either. */
function createKeptDatabase(): KeyValueDatabase {
  const entries = new Map<string, unknown>()
  return {
    kind: 'memory',
    get: async key => structuredClone(entries.get(key)),
    set: async (key, value) => void entries.set(key, structuredClone(value)),
    delete: async key => void entries.delete(key),
    keys: async () => [...entries.keys()],
    close: () => undefined,
  }
}
