import { createHash } from 'node:crypto'
import { systemRandom } from 'latchkey/pairing'
import {
  createPairing,
  type KeyValueDatabase,
  type PairedSession,
  type Pairing,
  type PairingAttempt,
} from 'latchkey/pairingclient'
import type {
  Approval,
  ConnectParams,
  PeerOptions,
  RequestParams,
  SessionView,
  SignInParams,
} from '../protocol.ts'
import { answerParent, type Tell, type Verbs } from './answerParent.ts'
import { askedParts } from './askedParts.ts'
import { createKeptDatabase } from './createKeptDatabase.ts'
import { createWarpClock, type WarpClock } from './createWarpClock.ts'

/** The faults of this machine, and its number of tabs. */
export interface OurDappOptions extends PeerOptions {
  /** Who vouches for what it proposes (T94). */
  readonly services?: string
  /** Milliseconds that this machine's clock is ahead (F38). */
  readonly ahead?: number
  /** Tabs of one browser that share storage, locks and channel (F36); one by default. */
  readonly tabs?: number
}

answerParent(tell => {
  // What a browser keeps of a page; a reload makes a new pairing of it.
  const kept = createKeptDatabase()
  let options: OurDappOptions | undefined
  let clock = createWarpClock()
  let tabs: Pairing[] = []
  let attempt: PairingAttempt | undefined
  let giveUp = new AbortController()
  const tab = (index = 0): Pairing => {
    const found = tabs[index]
    if (found === undefined) throw new Error('there is no such tab')
    return found
  }
  const sessions = (given: { tab?: number } = {}): readonly SessionView[] =>
    tab(given.tab).sessions.map(sessionView)
  const open = async (): Promise<readonly SessionView[]> => {
    if (options === undefined) throw new Error('not started')
    const count = options.tabs ?? 1
    for (let index = 0; index < count; index += 1) {
      const opened = await openPairing({ ...options, index, clock, database: kept, tell })
      await opened.restore()
      tabs.push(opened)
    }
    return sessions()
  }
  const connect = async (params: ConnectParams, signIn?: SignInParams): Promise<{ uri: string }> => {
    giveUp = new AbortController()
    const { chains } = params
    attempt = await tab().connect({
      namespaces: askedParts(params) as never,
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
    return { uri: attempt.uri }
  }

  return {
    start(given: OurDappOptions) {
      options = given
      clock = createWarpClock(given.ahead)
      return open()
    },
    /** All tabs are closed, or this one; `again` opens them anew. */
    away(given: { tab?: number }) {
      for (const [index, each] of tabs.entries()) if ((given.tab ?? index) === index) each.destroy()
      if (given.tab === undefined) tabs = []
    },
    again: open,
    /** Time passes. */
    warp: ({ milliseconds }: { milliseconds: number }) => clock.warp(milliseconds),
    connect: (params: ConnectParams) => connect(params),
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
    request: (given: RequestParams & { tab?: number }) =>
      tab(given.tab).request(given.topic, given.chainId as never, {
        method: given.method,
        params: given.params,
      }),
    async ping({ topic }: { topic: string }) {
      if (!(await tab().ping(topic))) throw new Error('no answer to the ping')
    },
    disconnect: (given: { topic: string; tab?: number }) => tab(given.tab).disconnect(given.topic),
    sessions,
  } satisfies Verbs
})

interface TabOptions extends OurDappOptions {
  readonly index: number
  readonly clock: WarpClock
  readonly database: KeyValueDatabase
  readonly tell: Tell
}

async function openPairing(options: TabOptions): Promise<Pairing> {
  const { name, relayUrl, projectId, clock, database, index, tabs = 1 } = options
  const tell: Tell = (event, data) =>
    options.tell(event, tabs === 1 ? data : { ...(data as object), tab: index })
  const pairing = await createPairing(
    {
      id: name,
      database,
      version: '0.0.0',
      clock,
      random: systemRandom,
      relayUrl,
      projectId,
      metadata: { name, description: '', url: 'https://dapp.example', icons: [] },
      alert: (code, context) => tell('alert', { code, context }),
      attest: message => attest(options, message),
    },
    tabs === 1 ? { locks: null, openChannel: null } : {},
  )
  pairing.on('relay', state => tell('relay', state))
  pairing.on('scanned', scanned => tell('scanned', scanned))
  pairing.on('sessionChanged', ({ session }) => {
    const view = sessionView(session)
    tell('changed', view)
    // The event names of official dapps; the session itself shows which of the two it was.
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

/** As a browser asks for a page; what the services cannot say now is not said. */
async function attest({ services, projectId }: TabOptions, message: string): Promise<string | undefined> {
  if (services === undefined) return undefined
  try {
    const response = await fetch(`${services}/attestation?projectId=${projectId}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost:5999' },
      body: JSON.stringify({ id: createHash('sha256').update(message).digest('hex') }),
      signal: AbortSignal.timeout(2_000),
    })
    return ((await response.json()) as { readonly attestation?: string }).attestation
  } catch {
    return undefined
  }
}

function sessionView({ topic, expiresAt, namespaces, peer, properties }: PairedSession): SessionView {
  return {
    topic,
    accounts: Object.values(namespaces)
      .flatMap(({ accounts }) => accounts)
      .toSorted(),
    expiry: Math.floor(expiresAt / 1_000),
    peer: peer.name,
    ...(properties && { properties }),
  }
}
