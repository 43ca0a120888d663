import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import { EmptyPanel } from '../account/EmptyPanel.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { activityAsideTexts } from './activityTexts.ts'

export declare namespace ActivityEmpty {
  interface Props {
    /** Whether a service provides the network's history. */
    readonly isServed: boolean
    /** Entries that are there and not shown. */
    readonly hidden: number
  }
}

/** In the place of a list that has nothing to show. */
export function ActivityEmpty({ isServed, hidden }: ActivityEmpty.Props) {
  const t = useTexts(activityAsideTexts)
  const network = useEngineState(({ state }) => state.network)
  const name = isUnsupportedNetwork(network) ? network.caipNetworkId : network.name
  const [title, detail] =
    hidden > 0
      ? [t('activity.allHidden'), t('activity.allHiddenHint')]
      : isServed
        ? [t('activity.empty'), t('activity.emptyHint', { network: name })]
        : [t('activity.unserved'), t('activity.unservedHint', { network: name })]
  return <EmptyPanel title={title} detail={detail} hasWay={hidden === 0 && isServed} />
}
