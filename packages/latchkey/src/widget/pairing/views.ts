import { isSharedRelay } from '../../engine/nouns/wallets/isSharedRelay.ts'
import type { ViewData } from '../runtime/viewData.ts'
import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'
import type { Widget } from '../shell/widget.ts'

/** The views of pairing with a wallet beyond this browser. */
export const pairingViews = [
  defineView({
    name: 'ConnectingWalletConnect',
    load: () =>
      import('./ConnectingWalletConnectView.tsx').then(module => module.ConnectingWalletConnectView),
    title: ({ t, data, snapshot }) => {
      const row = snapshot.row(data?.rowKey)
      // Any wallet, on a relay of the host's own: the name of the public network would promise too much.
      const isNameless = row?.group === 'walletConnect' && !isSharedRelay(snapshot.config)
      const wallet = isNameless ? '' : (row?.name ?? data?.wallet?.name ?? '')
      return t('title.connecting', { wallet }) || t('title.pairing')
    },
    footer: 'first',
    terms: true,
    enter: (widget, data) => enter(widget, data),
  }),
  defineView({
    name: 'ConnectingWalletConnectBasic',
    load: () =>
      import('./ConnectingWalletConnectBasicView.tsx').then(
        module => module.ConnectingWalletConnectBasicView,
      ),
    title: ({ t }) => t('title.connect'),
    footer: 'legal',
    terms: true,
    enter: widget => enter(widget, undefined),
  }),
]

// The URI is asked for when the view is gone to, so that it is there before the tap that opens a wallet (T12).
function enter(widget: Widget, data: ViewData['ConnectingWalletConnect'] | undefined): () => void {
  // The pairing requests a failed chunk again itself, and reports a second failure.
  widget.engine.ctx.sessions().catch(() => undefined)
  return enterLater(widget, async () => {
    const [{ enterPairing }, flow] = await Promise.all([import('./enterPairing.ts'), widget.engine.pairing()])
    return () => enterPairing(widget, flow, data)
  })
}
