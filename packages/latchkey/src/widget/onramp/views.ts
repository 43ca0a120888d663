import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'

const loadEnter = () => import('./enterRamp.ts')

/** The views of buying. */
export const onrampViews = [
  defineView({
    name: 'OnRampProviders',
    load: () => import('./OnRampProvidersView.tsx').then(module => module.OnRampProvidersView),
    title: ({ t }) => t('title.onramp'),
    footer: 'legal',
    needsConnection: true,
    next: ['OnRampTokenSelect', 'OnRampFiatSelect', 'OnRampOrder'],
    enter: widget => enterLater(widget, async () => (await loadEnter()).enterRamp(widget)),
  }),
  defineView({
    name: 'OnRampTokenSelect',
    load: () => import('./OnRampTokenSelectView.tsx').then(module => module.OnRampTokenSelectView),
    title: ({ t }) => t('title.onrampToken'),
    footer: 'legal',
    needsConnection: true,
    enter: widget => enterLater(widget, async () => (await loadEnter()).enterRamp(widget)),
  }),
  defineView({
    name: 'OnRampFiatSelect',
    load: () => import('./OnRampFiatSelectView.tsx').then(module => module.OnRampFiatSelectView),
    title: ({ t }) => t('title.onrampFiat'),
    footer: 'legal',
    needsConnection: true,
    enter: widget => enterLater(widget, async () => (await loadEnter()).enterRamp(widget)),
  }),
  defineView({
    name: 'OnRampOrder',
    load: () => import('./OnRampOrderView.tsx').then(module => module.OnRampOrderView),
    title: ({ t }) => t('title.onrampOrder'),
    needsConnection: true,
    enter: widget => enterLater(widget, async () => (await loadEnter()).enterOrder(widget)),
  }),
]
