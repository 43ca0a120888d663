import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import type { Network } from '../../contract/network.ts'
import { Address } from '../../ui/address/Address.tsx'
import { Body } from '../../ui/body/Body.tsx'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { warning } from '../../ui/icon/shapes.ts'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { CopyAddress } from './CopyAddress.tsx'
import css from './receive.css'
import { receiveTexts } from './receiveTexts.ts'
import { useReceiveUri } from './useReceiveUri.ts'

/** WalletReceive: one's own address as a code and in full, and where it can be sent to (SPEC-NOTES §2). */
export function WalletReceiveView() {
  useCss(css)
  const t = useTexts(receiveTexts)
  const account = useEngineState(({ state }) => state.accounts[state.activeNamespace])
  const network = useEngineState(({ state }) => state.network)
  const listed = useEngineState(({ config }) => config.networks)
  const address = account?.address
  const uri = useReceiveUri(address, network)
  if (address === undefined) return null
  const networks = listed.filter(each => isSameForm(each, network))
  const ordinals = account?.allAccounts.find(({ type }) => type === 'ordinals')?.address
  return (
    <Body>
      <div className="receive">
        <QrCode text={uri} label={t('receive.code')}>
          {isUnsupportedNetwork(network) ? null : <NetworkLogo network={network} size={40} />}
        </QrCode>
        <Address address={address} full />
        {ordinals === undefined ? null : <OrdinalsHint ordinals={ordinals} isShown={ordinals === address} />}
        <CompatibleNetworks networks={networks} />
        <CopyAddress address={address} />
      </div>
    </Body>
  )
}

/** Whether an account has the same address on both networks: in some ecosystems each network writes it in a form of its own. */
function isSameForm(one: Network, other: Network): boolean {
  return one.chainNamespace === other.chainNamespace && one.format?.prefix === other.format?.prefix
}

/** Bitcoin: coins that are sent to the address for ordinals may be spent as if they were one. */
function OrdinalsHint({ ordinals, isShown }: { readonly ordinals: string; readonly isShown: boolean }) {
  const t = useTexts(receiveTexts)
  return (
    <p className="receive-ordinals">
      {isShown ? (
        t('receive.isOrdinals')
      ) : (
        <>
          {t('receive.ordinals')} <Address address={ordinals} />
          <CopyButton
            text={ordinals}
            label={t('receive.copyOrdinals')}
            copiedLabel={t('receive.copied')}
            failedLabel={t('receive.copyFailed')}
          />
        </>
      )}
    </p>
  )
}

/** The networks that can send to this address, and why others cannot. */
function CompatibleNetworks({ networks }: { readonly networks: readonly Network[] }) {
  const t = useTexts(receiveTexts)
  const [first] = networks
  if (!first) return null
  const only = networks.length === 1
  return (
    <div className="receive-networks">
      <p className="receive-warning">
        <Icon shape={warning} size={18} />
        <span>
          {/* The list follows the words that announce it. */}
          {only && <strong>{t('receive.only', { network: first.name })}</strong>}
          {t('receive.lost')}
          {!only && <strong>{t('receive.onlyThese')}</strong>}
        </span>
      </p>
      {only ? null : (
        <ul className="receive-list" aria-label={t('receive.networks')}>
          {networks.map(network => (
            <li className="receive-network" key={network.caipNetworkId}>
              <NetworkLogo network={network} size={20} />
              {network.name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
