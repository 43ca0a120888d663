import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { chevronDown } from '../../ui/icon/shapes.ts'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { accountTexts } from './accountTexts.ts'

/** The network in use, and the way to another where the host has that on. */
export function NetworkChip() {
  const { push } = useWidget()
  const t = useTexts(accountTexts)
  const network = useEngineState(({ state }) => state.network)
  const canSwitch = useEngineState(({ config }) => config.enableNetworkSwitch !== false)
  const name = isUnsupportedNetwork(network) ? t('account.unknownNetwork', { id: network.id }) : network.name
  const inside = (
    <>
      <NetworkLogo network={network} name={name} size={18} />
      <span className="visually-hidden">{t('account.network')} </span>
      <span className="account-network-name">{name}</span>
    </>
  )
  if (!canSwitch) return <p className="account-network">{inside}</p>
  return (
    <button type="button" className="account-network" data-row="network" onClick={() => push('Networks')}>
      {inside}
      <Icon shape={chevronDown} size={14} />
    </button>
  )
}
