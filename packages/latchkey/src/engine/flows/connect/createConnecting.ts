import type { ChainNamespace } from '../../../contract/caip.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { toConnectError } from '../../../contract/errors/toConnectError.ts'
import { limits } from '../../../contract/limits.ts'
import type { DiscoveredWallet, WalletRow } from '../../../contract/wallet.ts'
import { factsOf } from '../../base/factsOf.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import type { Engine } from '../../engine.ts'
import { type ConnectingEvent, type ConnectingState, connectingTransition } from './connectingTransition.ts'

export interface Connecting {
  readonly machine: Machine<ConnectingState, ConnectingEvent>
  /** Asks the row's wallet at once, or shows what has to be chosen or installed first; the answer ends it. */
  enter(row: WalletRow | undefined, namespace?: ChainNamespace): () => void
  choose(namespace: ChainNamespace): void
  retry(): void
}

/** What a connect needs of the engine. */
export interface ConnectingEngine extends Pick<Engine, 'connect'> {
  readonly ctx: Pick<EngineContext, 'clock'> & { readonly config: Pick<EngineContext['config'], 'adapters'> }
}

/** Asks one wallet at a time to connect. Leaving aborts the request; late answers are dropped (F48). */
export function createConnecting(engine: ConnectingEngine): Connecting {
  const { clock, config } = engine.ctx
  const machine = createMachine<ConnectingState, ConnectingEvent>({ at: 'idle' }, connectingTransition)
  let row: WalletRow | undefined
  /** The host asked for one namespace, and gets no other with it. */
  let isNarrow = false
  let attempt = 0
  // None to begin with: aborting builds an error with a stack, which a first click need not pay for.
  let request: AbortController | undefined

  function ask(namespace: ChainNamespace) {
    const wallet = row?.discovered.find(other => other.namespace === namespace)
    if (!row || !wallet) return
    const { walletId, name, icon } = row
    const joint = isNarrow ? [] : row.discovered.filter(other => other !== wallet && isJoint(other, wallet))
    request?.abort()
    const mine = new AbortController()
    request = mine
    const { signal } = mine
    const number = ++attempt
    machine.dispatch({ type: 'asked', attempt: number, namespace })
    const later = (waiting: 'slow' | 'silent', delay: number) =>
      clock.setTimeout(() => machine.dispatch({ type: 'waited', attempt: number, waiting }), delay)
    // A request lives as long as a pairing does (SPEC §8, §9); what the wallet answers later is dropped (F09).
    const end = clock.setTimeout(() => mine.abort(createError('APKT004')), limits.pairingExpiry)
    const timers = [later('slow', limits.walletSlow), later('silent', limits.walletSilent), end]
    const settle = () => {
      for (const cancel of timers) cancel()
    }
    engine.connect({ wallet, joint, walletId, name, icon, signal }).then(
      connection => {
        settle()
        if (!signal.aborted) machine.dispatch({ type: 'connected', attempt: number, connection })
      },
      cause => {
        settle()
        machine.dispatch({ type: 'refused', attempt: number, error: toConnectError(cause) })
      },
    )
  }

  /** Whether one prompt answers for both: one provider, in namespaces whose wallets ask once for all of them. */
  function isJoint(one: DiscoveredWallet, other: DiscoveredWallet): boolean {
    const [word, otherWord] = [one, other].map(({ namespace }) => factsOf(config, namespace).prompt)
    return word !== undefined && word === otherWord && one.provider === other.provider
  }

  return {
    machine,
    enter(entered, namespace) {
      row = entered
      isNarrow = namespace !== undefined
      const all = [...new Set(entered?.discovered.map(wallet => wallet.namespace))]
      // The one used last comes first, so that the choice is confirmed and not made again.
      const last = all.filter(each => each === entered?.usedNamespace)
      const spoken = [...new Set([...last, ...all])]
      const found = (each: ChainNamespace) => entered?.discovered.find(wallet => wallet.namespace === each)
      // What one prompt answers for is no choice.
      const isAsked = (each: ChainNamespace, at: number) => {
        const own = found(each)
        return !spoken.slice(0, at).some(before => {
          const other = found(before)
          return own && other && isJoint(own, other)
        })
      }
      const namespaces = spoken.filter(namespace === undefined ? isAsked : each => each === namespace)
      machine.dispatch({ type: 'entered', namespaces })
      if (namespaces.length === 1 && namespaces[0] !== undefined) ask(namespaces[0])
      return () => {
        request?.abort()
        row = undefined
        machine.dispatch({ type: 'left' })
      }
    },
    choose: ask,
    retry() {
      const state = machine.getState()
      if ('namespace' in state) ask(state.namespace)
    },
  }
}
