import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

const titles = {
  code: 'title.payCode',
  result: 'title.payResult',
  receipt: 'title.payReceipt',
} as const

/** The views of paying a merchant. */
export const payViews = [
  defineView({
    name: 'Pay',
    load: () => import('./PayView.tsx').then(module => module.PayView),
    title: ({ t }) => t('title.pay'),
    next: ['PayReview'],
    // Opened without a payment there is none to be shown.
    instead: ({ state }, _, data) =>
      data === undefined
        ? state.accounts[state.activeNamespace]?.isConnected
          ? 'Account'
          : 'Connect'
        : undefined,
    enter(widget, data) {
      // Beside the view's own chunk, not after it.
      void widget.engine.paying?.().catch(() => undefined)
      return enterLater(widget, async () => {
        const { enterPay } = await import('./enterPay.ts')
        return enterPay(widget, data)
      })
    },
  }),
  defineView({
    name: 'PayReview',
    load: () => import('./PayReviewView.tsx').then(module => module.PayReviewView),
    title: ({ t, data }) => t(data ? titles[data.at] : 'title.payReview'),
    enter: widget =>
      enterLater(widget, async () => {
        const { enterPayReview } = await import('./enterPayReview.ts')
        return enterPayReview(widget)
      }),
  }),
]
