/** The widget's own reactions to events of the engine (SPEC §4 "Disconnect", "Network change"). */
import type { ChainNamespace } from '../../contract/caip.ts'
import type { ViewName } from '../../contract/views.ts'
import type { Engine } from '../../engine/engine.ts'
import { isStranded } from '../networks/isStranded.ts'
import type { ViewDefinition } from '../shell/defineView.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import type { Navigation } from './createNavigation.ts'

export interface FollowOptions {
  readonly engine: Engine
  readonly navigation: Navigation
  readonly definition: (view: WidgetSnapshot['state']['view']) => ViewDefinition | undefined
  readonly snapshot: () => WidgetSnapshot
  readonly open: () => void
  /** The view's reason has passed, as far as nothing else has to be done first. */
  readonly pass: (view: ViewName) => void
}

/** Attaches the reactions; the answer detaches them. */
export function followEngine({
  engine,
  navigation,
  definition,
  snapshot,
  open,
  pass,
}: FollowOptions): () => void {
  const { connections, facts } = engine.ctx
  // A page that restores a connection on load must not be covered by a dialog: it waits for the next opening.
  let isSilent = false
  const look = ({ namespace }: { readonly namespace: ChainNamespace }) => {
    const { state, config, modal } = snapshot()
    if (namespace !== state.activeNamespace) return
    if (!isStranded(config, state)) return pass('UnsupportedChain')
    const { view } = modal.entry
    if (!modal.open) {
      if (!isSilent) open()
    } else if (view === 'ConnectingExternal') {
      navigation.modal.dispatch({ type: 'reset', view: 'UnsupportedChain' })
    } else if (view === 'SwitchNetwork') {
      // It says itself what went wrong; the way back leads to where one can also disconnect.
      navigation.modal.dispatch({ type: 'slipped', view: 'UnsupportedChain' })
    } else if (view !== 'UnsupportedChain') navigation.push('UnsupportedChain')
  }
  const stops = [
    facts.on('connected', ({ reconnected }) => {
      isSilent = reconnected
      queueMicrotask(() => {
        isSilent = false
      })
    }),
    facts.on('networkChanged', look),
    // Who opens the widget for another namespace sees to it by the way it opens.
    facts.on('activeNamespaceChanged', fact => snapshot().modal.open && look(fact)),
    // Before the event is emitted: the view must not be drawn once without its subject.
    connections.subscribe((now, before) => {
      const { modal, state } = snapshot()
      if (!modal.open) return
      const { view } = modal.entry
      if (now.active[now.activeNamespace]) {
        // Inline, a connection made elsewhere, as by the page or in another tab, opens nothing.
        if (modal.inline && view === 'Connect' && !before.active[before.activeNamespace])
          navigation.close(true)
        return
      }
      if (view === 'ProfileWallets') {
        // Nothing is left to look at (SPEC §4 "Disconnect").
        if (!now.connections[0] && before.connections[0]) navigation.close(true)
        return
      }
      if (!definition(view)?.needsConnection) return
      const moved = now.activeNamespace !== before.activeNamespace
      // The wallet of a stored connection did not appear; that is no disconnect, so nothing closes.
      const shelved = now.shelved.length > before.shelved.length
      const others = state.features.multiWallet && now.connections[0]
      if (moved || shelved || others) navigation.modal.dispatch({ type: 'reset', view: 'Connect' })
      else navigation.close(true)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
