import type { CaipNetworkId } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import { toConnectError } from '../../../contract/errors/toConnectError.ts'
import { limits } from '../../../contract/limits.ts'
import type { PairingAttempt } from '../../../pairing/pairing.ts'
import { createMachine } from '../../base/machine.ts'
import { wait } from '../../base/wait.ts'
import type { EngineContext } from '../../context.ts'
import { admitSession } from './admitSession.ts'
import { awaitedPairing } from './awaitedPairing.ts'
import { forgetLink } from './linkChoice.ts'
import type { PairFlow, PairSignIn, PairWanted } from './pairFlow.ts'
import {
  idlePair,
  isFresh,
  linkOf,
  type PairEvent,
  type PairState,
  pairTransition,
  retryIn,
} from './pairTransition.ts'
import { rememberPairing } from './rememberPairing.ts'

/** A caller that waits for the connection itself. */
interface Waiting {
  readonly resolve: (connection: Connection) => void
  readonly reject: (cause: unknown) => void
}

/** Milliseconds for which a code waits for what could be signed with it. */
const signInPatience = 1_500

/** Makes the pairing of an engine (SPEC §4 "Pairing"); `isShown` says whether the widget is visible. */
export function createPairFlow(
  ctx: EngineContext,
  isShown = () => typeof document === 'undefined' || !document.hidden,
  signIn: () => Promise<PairSignIn | undefined> = async () => undefined,
): PairFlow {
  const { clock } = ctx
  const machine = createMachine<PairState, PairEvent>(idlePair, pairTransition)
  const relay = createMachine<boolean, boolean>(true, (_before, online) => online)
  const waiting = new Set<Waiting>()
  /** The current URI and the one before, which a visitor may just have scanned. */
  let lives: readonly AbortController[] = []
  let attempt = 0
  let triedAt: number | undefined
  let present = 0
  let wanted: PairWanted = {}
  /** A wallet on this device was opened with it. */
  let isOpened = false
  let stopTimer = () => {}
  let stops: readonly (() => void)[] = []

  function prepare(): void {
    const mine = ++attempt
    const life = new AbortController()
    const { namespace } = wanted
    stopTimer()
    for (const old of lives.slice(1)) old.abort()
    lives = [life, ...lives.slice(0, 1)]
    machine.dispatch({ type: 'asked', attempt: mine })
    ask(mine, life, namespace).catch(cause => refused(mine, cause))
  }

  async function ask(mine: number, life: AbortController, namespace: string | undefined): Promise<void> {
    const { signal } = life
    const gap = retryIn(triedAt, clock.now())
    if (gap > 0) await wait(clock, gap, signal)
    if (signal.aborted || mine !== attempt) return
    triedAt = clock.now()
    const client = await ctx.sessions()
    const { pairing } = client
    if (stops.length === 0) {
      stops = [
        pairing.on('scanned', ({ uri }) => machine.dispatch({ type: 'scanned', uri })),
        pairing.on('relay', ({ online }) => relay.dispatch(online)),
      ]
    }
    const { adapters, networks } = ctx.config
    const { activeNamespace, chosen } = ctx.connections.getState()
    const asked = networks.filter(({ chainNamespace }) =>
      namespace === undefined
        ? adapters.length === 0 || adapters.some(adapter => adapter.namespace === chainNamespace)
        : chainNamespace === namespace,
    )
    const namespaces = client.namespaces(asked, chosen[namespace ?? activeNamespace])
    const chains = asked.map(({ caipNetworkId }) => caipNetworkId)
    // What cannot be had in time is no reason not to connect: it is asked for again in the view of signing in.
    const early = await Promise.race([
      askSignIn(chains).catch(() => undefined),
      wait(clock, signInPatience, signal).then(() => undefined),
    ])
    if (signal.aborted) return
    const made = await pairing.connect({ namespaces, signal, ...(early && { signIn: early.request }) })
    relay.dispatch(pairing.online)
    prepared(mine, made)
    const { session, proofs } = await made.approval
    // Adapters load before anything counts: a visitor who gives up meanwhile is neither signed in nor connected.
    await Promise.allSettled(Object.keys(session.namespaces).map(ctx.adapter))
    if (proofs && !signal.aborted) await early?.take(proofs, signal).catch(() => undefined)
    // Given up in the meantime: the wallet is not to think that it is connected.
    if (signal.aborted) return pairing.disconnect(session.topic)
    const connection = await admitSession(ctx, client, session, wanted)
    // What the other URI brings after this one is no longer asked for.
    for (const other of lives) if (other !== life) other.abort()
    lives = []
    stopTimer()
    void ctx.storage.remove(awaitedPairing)
    // Scanned with another device: nothing here is to be opened for its requests.
    if (!isOpened) forgetLink()
    isOpened = false
    machine.dispatch({ type: 'approved', wallet: connection.wallet })
    for (const each of waiting) each.resolve(connection)
    waiting.clear()
  }

  async function askSignIn(chains: readonly CaipNetworkId[]) {
    const both = await signIn()
    const request = await both?.request(chains)
    return both && request && { request, take: both.take }
  }

  function prepared(mine: number, { uri, expiresAt }: PairingAttempt): void {
    if (mine !== attempt) return
    const madeAt = clock.now()
    const link = { uri, madeAt, expiresAt: Math.min(expiresAt, madeAt + limits.pairingExpiry) }
    machine.dispatch({ type: 'prepared', attempt: mine, link })
    void rememberPairing(ctx, uri, wanted)
    ctx.facts.emit('pairingUri', { expiresAt: link.expiresAt })
    stopTimer = clock.setTimeout(() => ranOut(mine), link.expiresAt - limits.pairingExpiredUnder - madeAt)
  }

  function ranOut(mine: number): void {
    const { at } = machine.getState()
    // A visitor who is in a wallet, or has just answered, has as long as the wallet lets them.
    if (mine !== attempt || (at !== 'ready' && at !== 'rejected')) return
    if (at === 'ready' && present > 0 && isShown()) {
      prepare()
      return
    }
    machine.dispatch({ type: 'ranOut', attempt: mine })
    failWaiting('APKT004')
  }

  function refused(mine: number, cause: unknown): void {
    const error = toConnectError(cause)
    const code = error.code as ErrorCode
    if (mine !== attempt || code === 'MODAL_CLOSED' || ctx.signal.aborted) return
    if (code === 'APKT004' && error.context.reason === 'clock') {
      // Its times came from a wrong clock, and the error is known now: the next try does not wait for the gap.
      triedAt = undefined
      prepare()
      return
    }
    const before = machine.getState()
    // A page that slept hears of the end by the proposal, whose deadline is looked at as it wakes.
    if (code === 'APKT004' && before.at === 'ready') {
      ranOut(mine)
      return
    }
    machine.dispatch({ type: 'refused', attempt: mine, code })
    if (machine.getState() === before) return
    stopTimer()
    const walletId = wanted.wallet?.walletId ?? 'dir:walletConnect'
    const isAsked = wanted.unasked !== true || !(before.at === 'preparing' || before.at === 'ready')
    if (code !== 'APKT004' && (isAsked || code === 'CONNECTION_REJECTED'))
      ctx.facts.emit('connectFailed', { walletId, code, kind: error.kind })
    for (const each of waiting) each.reject(error)
    waiting.clear()
    // The URI has been answered: a visitor who is still here gets another (SPEC-NOTES §2).
    if (code === 'CONNECTION_REJECTED' && present > 0) prepare()
  }

  function failWaiting(code: ErrorCode): void {
    for (const each of waiting) each.reject(createError(code))
    waiting.clear()
  }

  function takeUp(next: PairWanted): void {
    const { namespace, wallet } = wanted
    const state = machine.getState()
    const link = linkOf(state)
    const isUsable = state.at === 'preparing' || isFresh(link, clock.now())
    const isSame = next.namespace === namespace && isUsable
    // What was asked for stands: the wallet of that name may be about to answer the same URI.
    wanted = next.unasked && isSame ? { ...next, wallet } : next
    if (!isSame) {
      prepare()
      return
    }
    machine.dispatch({ type: 'returned' })
    // The same URI, and another wallet to be opened with it.
    if (link && wanted.wallet?.walletId !== wallet?.walletId) void rememberPairing(ctx, link.uri, wanted)
  }

  // A page that comes back to the front has a code that can be scanned.
  function wake(): void {
    if (isShown() && machine.getState().at === 'expired') prepare()
  }

  const flow: PairFlow = {
    machine,
    relay,
    enter(next) {
      present++
      if (present === 1 && typeof document !== 'undefined')
        document.addEventListener('visibilitychange', wake)
      takeUp(next)
      let isHere = true
      return () => {
        if (!isHere) return
        isHere = false
        present--
        // A list that fades out is left after the view it led to has begun.
        if (present > 0) return
        if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', wake)
        const { at } = machine.getState()
        // The URI is reused when the view opens again; a refusal that was read is not shown again.
        machine.dispatch({ type: 'returned' })
        if (at === 'connected' || at === 'failed' || at === 'expired') machine.dispatch({ type: 'ended' })
      }
    },
    retry() {
      const state = machine.getState()
      wanted = { ...wanted, unasked: undefined }
      if (state.at === 'rejected' && isFresh(state.link, clock.now())) machine.dispatch({ type: 'returned' })
      else prepare()
    },
    opened() {
      isOpened = true
      machine.dispatch({ type: 'opened' })
    },
    cancel() {
      attempt++
      stopTimer()
      for (const life of lives) life.abort()
      lives = []
      isOpened = false
      void ctx.storage.remove(awaitedPairing)
      machine.dispatch({ type: 'ended' })
      failWaiting('MODAL_CLOSED')
    },
    connect({ signal, ...next }) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(createError('MODAL_CLOSED'))
        const stop = () => {
          signal?.removeEventListener('abort', stop)
          flow.cancel()
        }
        const mine: Waiting = {
          resolve(connection) {
            signal?.removeEventListener('abort', stop)
            resolve(connection)
          },
          reject(cause) {
            signal?.removeEventListener('abort', stop)
            reject(cause)
          },
        }
        waiting.add(mine)
        signal?.addEventListener('abort', stop)
        takeUp(next)
      })
    },
  }
  // Closing refuses every URI that was shown (SPEC §2). A caller that waits without a view has shown its URI elsewhere.
  const stopClosed = ctx.facts.on('closed', () => {
    if (waiting.size === 0) flow.cancel()
  })
  ctx.signal.addEventListener('abort', () => {
    flow.cancel()
    stopClosed()
    for (const stop of stops) stop()
  })
  return flow
}
