import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

const loadForm = () => import('./sendForm.ts').then(module => module.sendForm)

/** The views of sending. */
export const sendViews = [
  defineView({
    name: 'WalletSend',
    load: () => loadForm().then(form => form.View),
    title: ({ t }) => t('title.send'),
    needsConnection: true,
    next: ['WalletSendPreview', 'WalletSendSelectToken'],
    enter: (widget, data) =>
      enterLater(widget, () => loadForm().then(form => () => form.enter(widget, data))),
  }),
  defineView({
    name: 'WalletSendSelectToken',
    load: () => import('./WalletSendSelectTokenView.tsx').then(module => module.WalletSendSelectTokenView),
    title: ({ t }) => t('title.sendSelectToken'),
    needsConnection: true,
    enter: widget => enterLater(widget, () => loadForm().then(form => () => form.enter(widget))),
  }),
  defineView({
    name: 'WalletSendPreview',
    load: () => import('./WalletSendPreviewView.tsx').then(module => module.WalletSendPreviewView),
    title: ({ t }) => t('title.sendPreview'),
    needsConnection: true,
    enter: (widget, data) =>
      enterLater(widget, async () => {
        const { enterPreview } = await import('./enterPreview.ts')
        return () => enterPreview(widget, data)
      }),
  }),
]
