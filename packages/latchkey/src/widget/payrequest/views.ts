import { defineView } from '../shell/defineView.ts'

/** The view of a request that costs something. */
export const payRequestViews = [
  defineView({
    name: 'PayForRequest',
    load: () => import('./PayForRequestView.tsx').then(module => module.PayForRequestView),
    title: ({ t }) => t('title.payRequest'),
    needsConnection: true,
  }),
]
