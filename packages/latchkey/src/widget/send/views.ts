import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

/** The views of sending. */
export const sendViews = [
  defineView({
    name: 'WalletSend',
    // What is entered with it comes with it: the press fetches nothing.
    load: () =>
      Promise.all([import('./WalletSendView.tsx'), import('./enterSend.ts')]).then(
        ([module]) => module.WalletSendView,
      ),
    title: ({ t }) => t('title.send'),
    needsConnection: true,
    next: ['WalletSendPreview', 'WalletSendSelectToken'],
    enter: (widget, data) =>
      enterLater(() =>
        Promise.all([import('./enterSend.ts'), data === undefined ? undefined : import('./prefill.ts')]).then(
          ([{ enterSend }, filling]) =>
            () =>
              enterSend(widget, filling && (() => filling.prefill(widget, data))),
        ),
      ),
  }),
  defineView({
    name: 'WalletSendSelectToken',
    load: () => import('./WalletSendSelectTokenView.tsx').then(module => module.WalletSendSelectTokenView),
    title: ({ t }) => t('title.sendSelectToken'),
    needsConnection: true,
    enter: widget =>
      enterLater(() =>
        import('./enterSend.ts').then(
          ({ enterSend }) =>
            () =>
              enterSend(widget),
        ),
      ),
  }),
  defineView({
    name: 'WalletSendPreview',
    load: () =>
      Promise.all([import('./WalletSendPreviewView.tsx'), import('./enterPreview.ts')]).then(
        ([module]) => module.WalletSendPreviewView,
      ),
    title: ({ t }) => t('title.sendPreview'),
    needsConnection: true,
    enter: widget =>
      enterLater(() =>
        import('./enterPreview.ts').then(
          ({ enterPreview }) =>
            () =>
              enterPreview(widget),
        ),
      ),
  }),
]
