import type { LatchkeyState } from '../../contract/state.ts'
import { afterPaint } from '../../engine/base/afterPaint.ts'
import type { Machine } from '../../engine/base/machine.ts'
import type { Engine } from '../../engine/engine.ts'
import { embeddedNamespaces } from '../../engine/nouns/accounts/embeddedNamespaces.ts'
import { knownAccounts } from '../../engine/nouns/accounts/knownAccounts.ts'
import { projectState } from '../../engine/nouns/accounts/projectState.ts'
import type { ConnectionsState } from '../../engine/nouns/connections/connectionsState.ts'
import { featuresOf } from '../../engine/nouns/remoteconfig/featuresOf.ts'
import type { ModalEvent, ModalState } from '../shell/modalTransition.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import { themeOf } from '../theme/themeOf.ts'
import { keepStable } from './keepStable.ts'

export interface Snapshots {
  get(): WidgetSnapshot
  /** The page's listeners: notified at once, except of changes that no drawing waits for. */
  subscribe(listener: () => void): () => void
  /**
   * The widget's own drawing: notified at once when the view changes, else after the next frame, with all changes until
   * then.
   */
  subscribeDrawing(listener: () => void): () => void
  /** Takes a changed configuration in. */
  refresh(): void
  /** Wallets of this page had time to make themselves known. */
  settle(): void
  destroy(): void
}

export interface SnapshotsOptions {
  readonly engine: Engine
  readonly modal: Machine<ModalState, ModalEvent>
  /** Nothing of what moving to this view changes has to be in the next picture. */
  readonly isCalm: (now: ModalState, before: ModalState) => boolean
  /** What the page shows already. */
  readonly painted?: LatchkeyState | undefined
}

/**
 * Creates immutable snapshots of all drawable state, a new one after each change of a machine; equal parts keep their
 * identity. Reads always give the current state. The page is notified before the drawing: its next snapshot has a
 * wallet's answer, and the one after has the card that closes over it.
 */
export function createSnapshots({ engine, modal, isCalm, painted }: SnapshotsOptions): Snapshots {
  const { ctx } = engine
  let settled = false
  let known: unknown
  let remote: unknown
  let features: WidgetSnapshot['state']['features'] = {}
  let current = make()
  const listeners = createAudience(current)
  const drawings = createAudience(current)

  function make(before?: WidgetSnapshot): WidgetSnapshot {
    const { config } = ctx
    const shown = modal.getState()
    if (config !== before?.config || remote !== ctx.remote.getState())
      features = Object.freeze(featuresOf(ctx))
    remote = ctx.remote.getState()
    const signedIn = ctx.signIn.getState()
    const url = ctx.farcasterUrl.getState()
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
        theme: themeOf(config),
        addressLabels: config.addressLabels ?? {},
        ...(url !== null && { farcaster: { url, namespaces: embeddedNamespaces(config) } }),
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
    // Rows are composed when a view draws them; most changes happen while none does.
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
          row: key =>
            [...engine.walletRows(shown.namespace), ...engine.walletRows()].find(each => each.key === key),
        }
  }

  let isStale = false
  function get() {
    if (isStale) current = make(current)
    isStale = false
    return current
  }

  let cancel: (() => void) | undefined
  function notifyAll() {
    cancel?.()
    cancel = undefined
    listeners.notify(get())
    drawings.notify(get())
  }

  function refresh() {
    isStale = true
    notifyAll()
  }

  function refreshSoon() {
    isStale = true
    cancel ??= afterPaint(ctx.clock, notifyAll)
  }

  /** Notifies the page now and the drawing soon. */
  function refreshPage() {
    refreshSoon()
    listeners.notify(get())
  }

  const {
    connections,
    recents,
    wallets,
    balances,
    profiles,
    tokenBalances,
    remote: flags,
    signIn,
    farcasterUrl,
  } = ctx
  const machines = [recents, balances, profiles, tokenBalances, flags, signIn, farcasterUrl]
  const stops = [
    ...machines.map(machine => machine.subscribe(refreshPage)),
    wallets.subscribe(refreshSoon),
    connections.subscribe((now, before) => (isOnlyStatus(now, before) ? refreshSoon() : refreshPage())),
    modal.subscribe((now, before) => (isCalm(now, before) ? refreshSoon() : refresh())),
  ]
  return {
    get,
    subscribe: listeners.subscribe,
    subscribeDrawing: drawings.subscribe,
    refresh,
    settle() {
      settled = true
      refresh()
    },
    destroy() {
      for (const stop of stops) stop()
      cancel?.()
      listeners.clear()
      drawings.clear()
    },
  }
}

/** Notifies listeners once of each snapshot after the first. */
function createAudience(first: WidgetSnapshot) {
  const listeners = new Set<() => void>()
  let told = first
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notify(picture: WidgetSnapshot) {
      if (picture === told) return
      told = picture
      for (const listener of [...listeners]) listener()
    },
    clear: () => listeners.clear(),
  }
}

function isOnlyStatus(now: ConnectionsState, before: ConnectionsState): boolean {
  return Object.entries(now).every(
    ([part, value]) => part === 'status' || value === before[part as keyof ConnectionsState],
  )
}
