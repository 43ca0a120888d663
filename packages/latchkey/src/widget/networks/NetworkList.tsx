import type { Network } from '../../contract/network.ts'
import { findNetwork } from '../../engine/nouns/networks/findNetwork.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { connectionOf } from '../shell/connectionOf.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useNamespaceName } from '../shell/useNamespaceName.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { goToNetwork } from './goToNetwork.ts'
import { NetworkLogo } from './NetworkLogo.tsx'
import { networksTexts } from './networksTexts.ts'

/** Networks to go to, one list a namespace; the ones that cannot be gone to say why. */
export function NetworkList({ networks }: { readonly networks: readonly Network[] }) {
  const t = useTexts(networksTexts)
  const namespaces = [...new Set(networks.map(network => network.chainNamespace))]
  const headingOf = useNamespaceName()
  return namespaces.map(namespace => (
    <List
      key={namespace}
      {...(namespaces.length > 1 ? { heading: headingOf(namespace) } : { label: t('networks.list') })}
    >
      {networks
        .filter(network => network.chainNamespace === namespace)
        .map(network => (
          <NetworkRow key={network.caipNetworkId} network={network} />
        ))}
    </List>
  ))
}

function NetworkRow({ network }: { readonly network: Network }) {
  const widget = useWidget()
  const t = useTexts(networksTexts)
  const current = useEngineState(({ state }) => state.network.caipNetworkId === network.caipNetworkId)
  const reason = useEngineState(({ config, state }) => {
    if (config.enableNetworkSwitch === false) return t('networks.fixed')
    const connection = connectionOf(state, network.chainNamespace)
    const live = connection && widget.engine.ctx.live.get(connection.id, network.chainNamespace)
    const now = connection?.namespaces[network.chainNamespace]?.caipNetworkId
    // A wallet that is already on the network needs no prompt.
    if (!live || (now && findNetwork(config.networks, now) === network)) return undefined
    const { switchNetwork, reaches } = live.abilities
    const wallet = connection.wallet.name
    if (!switchNetwork) return t('networks.unable', { wallet })
    return reaches?.(network) === false ? t('networks.ungranted', { wallet }) : undefined
  })
  return (
    <Row
      id={network.caipNetworkId}
      name={network.name}
      icon={<NetworkLogo network={network} />}
      current={current}
      {...(current && { end: 'check' as const })}
      disabled={current ? undefined : reason}
      onClick={() => goToNetwork(widget, network)}
    />
  )
}
