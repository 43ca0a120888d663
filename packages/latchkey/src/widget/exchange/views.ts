import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

const loadEnter = () => import('./enterExchange.ts')

/** The views of depositing and paying from an exchange. */
export const exchangeViews = [
  defineView({
    name: 'ExchangeSelect',
    load: () => import('./ExchangeSelectView.tsx').then(module => module.ExchangeSelectView),
    title: ({ t, data }) => t(data && 'payment' in data ? 'title.exchangePay' : 'title.exchange'),
    footer: 'legal',
    needsConnection: true,
    next: ['ExchangeOrder'],
    enter: (widget, data) => enterLater(widget, async () => (await loadEnter()).enterExchange(widget, data)),
  }),
  defineView({
    name: 'ExchangeOrder',
    load: () => import('./ExchangeOrderView.tsx').then(module => module.ExchangeOrderView),
    title: ({ t }) => t('title.exchangeOrder'),
    needsConnection: true,
    enter: widget => enterLater(widget, async () => (await loadEnter()).enterExchangeOrder(widget)),
  }),
]
