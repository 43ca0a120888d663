import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

/** The view of a request that costs something. */
export const payRequestViews = [
  defineView({
    name: 'PayForRequest',
    load: () => import('./PayForRequestView.tsx').then(module => module.PayForRequestView),
    title: ({ t }) => t('title.payRequest'),
    needsConnection: true,
    enter: widget =>
      enterLater(widget, async () => {
        const requests = await widget.engine.paidRequests()
        // Left without a word is a no: the page waits for one.
        return () => () => requests.refuse()
      }),
  }),
]
