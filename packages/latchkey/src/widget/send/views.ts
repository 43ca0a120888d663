import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

const loadForm = () => import('./sendForm.ts').then(module => module.sendForm)
const loadPreview = () => import('./sendPreview.ts').then(module => module.sendPreview)

/** The views of sending. */
export const sendViews = [
  defineView({
    name: 'WalletSend',
    load: () => loadForm().then(form => form.View),
    title: ({ t }) => t('title.send'),
    needsConnection: true,
    next: ['WalletSendPreview', 'WalletSendSelectToken'],
    enter: (widget, data) =>
      enterLater(widget, () =>
        Promise.all([loadForm(), data === undefined ? undefined : import('./prefill.ts')]).then(
          ([form, filling]) =>
            () =>
              form.enter(widget, filling && (() => filling.prefill(widget, data))),
        ),
      ),
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
    load: () => loadPreview().then(preview => preview.View),
    title: ({ t }) => t('title.sendPreview'),
    needsConnection: true,
    enter: (widget, data) =>
      enterLater(widget, () => loadPreview().then(preview => () => preview.enter(widget, data))),
  }),
]
