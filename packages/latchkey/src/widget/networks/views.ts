import type { CaipNetworkId } from '../../contract/caip.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { defineView } from '../shell/defineView.ts'
import { enterLater } from '../shell/enterLater.ts'
import type { WidgetSnapshot } from '../shell/widget.ts'
import { isStranded } from './isStranded.ts'

/** Without a network of the host's to go to there is the choice of one. */
const instead = (
  { config }: WidgetSnapshot,
  _has: unknown,
  data: { readonly caipNetworkId: CaipNetworkId } | undefined,
) => (data?.caipNetworkId && findNetwork(config.networks, data.caipNetworkId) ? undefined : 'Networks')

/** The views of choosing a network. */
export const networksViews = [
  defineView({
    name: 'Networks',
    load: () => import('./NetworksView.tsx').then(module => module.NetworksView),
    title: ({ t }) => t('title.networks'),
    footer: 'brand',
    next: ['SwitchNetwork'],
  }),
  defineView({
    name: 'SwitchNetwork',
    load: () => import('./SwitchNetworkView.tsx').then(module => module.SwitchNetworkView),
    title: ({ t }) => t('title.switchNetwork'),
    needsConnection: true,
    instead,
    closable: ({ config, state }) => !isStranded(config, state),
    enter: (widget, data) =>
      enterLater(widget, async () => {
        const { enterSwitching } = await import('./enterSwitching.ts')
        return () => (data ? enterSwitching(widget, data.caipNetworkId) : () => undefined)
      }),
  }),
  defineView({
    name: 'UnsupportedChain',
    load: () => import('./UnsupportedChainView.tsx').then(module => module.UnsupportedChainView),
    title: ({ t }) => t('title.unsupportedChain'),
    needsConnection: true,
    closable: ({ config, state }) => !isStranded(config, state),
    firm: true,
    next: ['SwitchNetwork'],
  }),
  defineView({
    name: 'SwitchActiveChain',
    load: () => import('./SwitchActiveChainView.tsx').then(module => module.SwitchActiveChainView),
    title: ({ t, data, snapshot }) =>
      t('title.switchActiveChain', {
        network: (data && findNetwork(snapshot.config.networks, data.caipNetworkId)?.name) ?? '',
      }),
    instead,
    next: ['Connect'],
  }),
]
