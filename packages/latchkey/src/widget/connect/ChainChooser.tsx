import type { ChainNamespace } from '../../contract/caip.ts'
import { Body } from '../../ui/body/Body.tsx'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useNamespaceName } from '../shell/useNamespaceName.ts'
import { useTexts } from '../shell/useTexts.ts'
import { connectingTexts } from './connectTexts.ts'

export declare namespace ChainChooser {
  interface Props {
    readonly wallet: string
    readonly namespaces: readonly ChainNamespace[]
    readonly onChoose: (namespace: ChainNamespace) => void
  }
}

/** A wallet that speaks several namespaces: which one (SPEC-NOTES §2 "MULTI_CHAIN"). */
export function ChainChooser({ wallet, namespaces, onChoose }: ChainChooser.Props) {
  const t = useTexts(connectingTexts)
  const networks = useEngineState(snapshot => snapshot.config.networks)
  const nameOf = useNamespaceName()
  return (
    <Body>
      <List heading={t('connecting.chooseChain', { wallet })}>
        {namespaces.map(namespace => {
          const first = networks.find(network => network.chainNamespace === namespace)
          const name = nameOf(namespace)
          return (
            <Row
              key={namespace}
              id={namespace}
              name={name}
              icon={<NetworkLogo network={first} name={name} />}
              end="chevron"
              onClick={() => onChoose(namespace)}
            />
          )
        })}
      </List>
    </Body>
  )
}
