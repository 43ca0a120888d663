import type { ChainNamespace } from '../../contract/caip.ts'
import type { ViewName } from '../../contract/views.ts'
import { createMachine, type Machine } from '../../engine/base/machine.ts'
import type { Engine } from '../../engine/engine.ts'
import { networkOf } from '../../engine/nouns/accounts/projectState.ts'
import { isStrandedOn } from '../networks/isStranded.ts'
import { decideOpening, type OpeningRequest, type OpeningSituation } from '../shell/decideOpening.ts'
import type { ViewDefinition } from '../shell/defineView.ts'
import { isOffered } from '../shell/isOffered.ts'
import { closedModal, type ModalEvent, type ModalState, modalTransition } from '../shell/modalTransition.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import { owesSignIn } from '../signin/owesSignIn.ts'

export interface Navigation {
  readonly modal: Machine<ModalState, ModalEvent>
  open(request: OpeningRequest): void
  push(view: ViewName, data?: unknown): void
  replace(view: ViewName, data?: unknown): void
  back(): void
  /** `force`: the view has lost its reason, so no guard keeps it open. */
  close(force?: boolean): void
  finish(): void
  /** A view's reason has passed: it leaves the history, and with it the widget when it was all there was. */
  pass(view: ViewName): void
  mount(): void
  /** Emits the changes between two states as events. */
  emit(state: ModalState, before: ModalState): void
  canClose(): boolean
  /** Escape has something to do but close. */
  canGoBack(): boolean
}

export interface NavigationOptions {
  readonly engine: Engine
  readonly definition: (view: ViewName) => ViewDefinition | undefined
  readonly snapshot: () => WidgetSnapshot
}

/** What can do nothing without a relay is passed over, as a view that no room brings. */
const pairingViews: readonly ViewName[] = ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic']

/** The modal machine with what its events need to know of the moment. */
export function createNavigation({ engine, definition, snapshot }: NavigationOptions): Navigation {
  const { ctx } = engine
  const modal = createMachine<ModalState, ModalEvent>(closedModal, modalTransition)
  // Before all others that follow it: a view is drawn once, with the flags that hold for it.
  modal.subscribe((now, before) => {
    if (now.open && (!before.open || now.entry !== before.entry)) ctx.flags.apply()
  })

  const isConnected = (ns: ChainNamespace = ctx.connections.getState().activeNamespace) =>
    ctx.connections.getState().active[ns] !== undefined
  const shown = () => definition(modal.getState().entry.view)
  const canClose = () => shown()?.closable?.(snapshot()) ?? true
  const leaving = () => ({ connected: isConnected(), closable: canClose(), firm: shown()?.firm === true })
  const isConnecting = () => Object.values(modal.getState().loading).some(Boolean)

  const has = (view: ViewName) => definition(view) !== undefined && isOffered(view, snapshot().state.features)
  /** Resolves a target to the view shown now; a view shown instead takes none of its data. */
  const target = ({ view, data }: { readonly view: ViewName; readonly data?: unknown }) => {
    const isMissing = !isOffered(view, snapshot().state.features)
    const instead = isMissing ? 'Account' : definition(view)?.instead?.(snapshot(), has, data as never)
    return instead === undefined ? { view, data } : { view: instead, data: undefined }
  }

  /** Collects the situation at the moment of opening. */
  function situation(): OpeningSituation {
    const { config } = ctx
    const hasRelay = config.endpoints?.relay !== undefined
    return {
      activeNamespace: ctx.connections.getState().activeNamespace,
      hasAdapters: config.adapters.length > 0,
      manualPairing: config.manualWCControl,
      phone: ctx.phone,
      isConnected,
      isStranded: ns =>
        isStrandedOn(
          config,
          snapshot().state,
          ns,
          networkOf(ctx.connections.getState(), config.networks, ns),
        ),
      owesSignIn: ns => owesSignIn(snapshot(), ns),
      basic: config.basic,
      isRegistered: view => has(view) && (hasRelay || !pairingViews.includes(view)),
      needsConnection: view => definition(view)?.needsConnection,
    }
  }

  const navigation: Navigation = {
    modal,
    emit(state, before) {
      const { view } = state.entry
      const connected = isConnected()
      // Inline it is neither opened nor closed, it stands there.
      if (state.open && !before.open && !state.inline) ctx.facts.emit('opened', { view, connected })
      else if (!state.open && before.open) ctx.facts.emit('closed', { connected })
      else if (state.open && view !== before.entry.view) ctx.facts.emit('viewChanged', { view })
    },
    canClose,
    canGoBack: () => modal.getState().behind.length > 0 && shown()?.firm !== true,
    open(request) {
      if (request.view === 'ProfileWallets' && !snapshot().state.features.multiWallet) {
        ctx.alert('MULTI_WALLET_DISABLED')
      }
      if (request.view && !definition(request.view))
        console.warn(
          `[latchkey] open({ view: "${request.view}" }): this release does not have that view yet.`,
        )
      const opening = decideOpening(request, situation())
      engine.chooseNamespace(opening.namespace)
      modal.dispatch({ type: 'opened', ...target(opening), namespace: request.namespace })
    },
    push: (view, data) => modal.dispatch({ type: 'pushed', ...target({ view, data }), at: ctx.clock.now() }),
    replace: (view, data) => modal.dispatch({ type: 'replaced', ...target({ view, data }) }),
    back: () => modal.dispatch({ type: 'back', ...leaving() }),
    close: (force = false) =>
      modal.dispatch({
        type: 'close',
        ...leaving(),
        ...(force && { closable: true }),
        connecting: !force && isConnecting(),
      }),
    finish: () => modal.dispatch({ type: 'finished', connected: isConnected() }),
    pass(view) {
      modal.dispatch({ type: 'passed', view })
      if (modal.getState().entry.view === view) navigation.close(true)
    },
    mount() {
      // What holds a visitor comes before the account, as when it opens.
      const { view } = decideOpening({}, { ...situation(), manualPairing: false })
      modal.dispatch({ type: 'mounted', view: isConnected() ? view : 'Connect' })
    },
  }
  return navigation
}
