import type { LatchkeyState } from '../../contract/state.ts'
import { knownAccounts } from '../../engine/accounts/knownAccounts.ts'
import { projectState } from '../../engine/accounts/projectState.ts'
import type { Machine } from '../../engine/base/machine.ts'
import type { Engine } from '../../engine/engine.ts'
import { featuresOf } from '../../engine/remoteconfig/featuresOf.ts'
import type { ModalEvent, ModalState } from '../shell/modalTransition.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import { keepStable } from './keepStable.ts'

export interface Snapshots {
  get(): WidgetSnapshot
  subscribe(listener: () => void): () => void
  /** Takes a changed configuration in. */
  refresh(): void
  /** Wallets of this page had time to make themselves known. */
  settle(): void
  destroy(): void
}

/** One immutable picture of all that can be drawn, made anew when a machine changed; equal parts stay the same. */
export function createSnapshots(
  engine: Engine,
  modal: Machine<ModalState, ModalEvent>,
  /** What the page shows already. */
  painted?: LatchkeyState,
): Snapshots {
  const { ctx } = engine
  const listeners = new Set<() => void>()
  let settled = false
  let known: unknown
  let remote: unknown
  let features: WidgetSnapshot['state']['features'] = {}
  let current = make()

  function make(before?: WidgetSnapshot): WidgetSnapshot {
    const { config } = ctx
    const shown = modal.getState()
    if (config !== before?.config || remote !== ctx.remote.getState())
      features = Object.freeze(featuresOf(ctx))
    remote = ctx.remote.getState()
    const signedIn = ctx.signIn.getState()
    const state = keepStable(
      before?.state ?? painted,
      projectState({
        connections: ctx.connections.getState(),
        networks: config.networks,
        modal: { open: shown.open, view: shown.entry.view, tab: shown.tab },
        loading: Object.values(shown.loading).some(Boolean),
        loadingByNamespace: shown.loading,
        known: knownAccounts(
          ctx.balances.getState(),
          ctx.profiles.getState(),
          ctx.tokenBalances.getState(),
          signedIn.accounts,
        ),
        features,
        theme: { mode: config.themeMode ?? 'system', variables: config.themeVariables ?? {} },
        addressLabels: config.addressLabels ?? {},
        ...(features.multiWallet === true && { recents: ctx.recents.getState() }),
      }),
    )
    const wallets = ctx.wallets.getState()
    const same =
      before?.state === state &&
      known === wallets &&
      before.modal === shown &&
      before.config === config &&
      before.settled === settled &&
      before.signInRequired === signedIn.isRequired
    known = wallets
    // Rows are composed when somebody draws them; most changes happen while nobody does.
    return same
      ? before
      : {
          state,
          config,
          settled,
          signInRequired: signedIn.isRequired,
          modal: shown,
          get rows() {
            return engine.walletRows()
          },
        }
  }

  function refresh() {
    const next = make(current)
    if (next === current) return
    current = next
    for (const listener of [...listeners]) listener()
  }

  const { connections, recents, wallets, balances, profiles, tokenBalances, remote: flags, signIn } = ctx
  const machines = [connections, recents, wallets, balances, profiles, tokenBalances, flags, signIn, modal]
  const stops = machines.map(machine => machine.subscribe(refresh))
  return {
    get: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refresh,
    settle() {
      settled = true
      refresh()
    },
    destroy() {
      for (const stop of stops) stop()
      listeners.clear()
    },
  }
}
