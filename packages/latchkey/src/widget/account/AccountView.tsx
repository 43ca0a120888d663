import { useRef, useState } from 'react'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import { Address } from '../../ui/address/Address.tsx'
import { labelOf } from '../../ui/address/labelOf.ts'
import { Avatar } from '../../ui/avatar/Avatar.tsx'
import { Body } from '../../ui/body/Body.tsx'
import { CopyButton } from '../../ui/copy/CopyButton.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { disconnect, exchange, external } from '../../ui/icon/shapes.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { NetworkLogo } from '../networks/NetworkLogo.tsx'
import type { ViewProps } from '../shell/defineView.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useFacts } from '../shell/useFacts.ts'
import { useLater } from '../shell/useLater.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { AccountActions } from './AccountActions.tsx'
import css from './account.css'
import { accountTexts } from './accountTexts.ts'
import { explorerAddressUrl } from './explorerAddressUrl.ts'
import { NativeBalance } from './NativeBalance.tsx'
import { TabsPlace } from './TabsPlace.tsx'
import { useAccountTabs } from './useAccountTabs.ts'
import { useDisconnect } from './useDisconnect.ts'
import { useHasApprovals } from './useHasApprovals.ts'
import { useKeptPlace } from './useKeptPlace.ts'

const loadNames = () => import('../names/NameRow.tsx').then(module => module.NameRow)
const loadAllowances = () => import('../swap/AllowancesPlace.tsx').then(module => module.AllowancesPlace)
const loadOwn = () => import('../ownwallet/ownRoom.ts').then(module => module.ownRoom)

/** Account (SPEC-NOTES §2): who, how much, where, and the ways on. Rows stand only for what works. */
export function AccountView({ data }: ViewProps<'Account'>) {
  useCss(css)
  const widget = useWidget()
  const t = useTexts(accountTexts)
  const account = useEngineState(({ state }) => state.accounts[state.activeNamespace])
  const network = useEngineState(({ state }) => state.network)
  const canSwitch = useEngineState(({ config }) => config.enableNetworkSwitch !== false)
  const hasSeveral = useEngineState(({ state }) => state.features.multiWallet === true)
  const { disconnecting, run } = useDisconnect()
  const [full, setFull] = useState(false)
  const [wish, setWish] = useState({ count: data?.tab === undefined ? 0 : 1, focus: false })
  const { tabs, isEmbedded, username } = useAccountTabs()
  const { part } = useLater(isEmbedded, loadOwn)
  const { explorer: words, names } = useFacts()
  const hasServices = useEngineState(
    ({ config, state }) =>
      config.endpoints?.api !== undefined && config.basic !== true && state.network.testnet !== true,
  )
  const { part: nameRow } = useLater(hasServices && names !== undefined, loadNames)
  // Fetched with the first approval that the journal has, and with no other.
  const { part: Allowances } = useLater(useHasApprovals(account?.caipAddress), loadAllowances)
  const head = useRef<HTMLDivElement>(null)
  useKeptPlace(head)
  const address = account?.address
  if (!account || address === undefined) return null

  const networkName = isUnsupportedNetwork(network)
    ? t('account.unknownNetwork', { id: network.id })
    : network.name
  const explorer = network.blockExplorers?.default
  const explorerUrl = explorer && explorerAddressUrl(network, address, words)
  const NameRow = hasServices && nameRow !== 'failed' ? nameRow : undefined
  const Own = !isEmbedded || part === 'failed' ? undefined : part
  const avatar = <Avatar src={account.profileImage} address={address} size={56} />
  const name = labelOf(address, account.addressLabels) ?? account.profileName ?? username
  return (
    <Body>
      <div className="account-head" ref={head}>
        {hasSeveral ? (
          <button
            type="button"
            className="account-wallets"
            data-row="wallets"
            aria-label={t('account.wallets')}
            title={t('account.wallets')}
            onClick={() => widget.push('ProfileWallets')}
          >
            {avatar}
            <span className="account-wallets-mark">
              <Icon shape={exchange} size={14} />
            </span>
          </button>
        ) : (
          avatar
        )}
        {/* The stored login is not validated, so any value is shown as text. */}
        {name === undefined ? null : <p className="account-name">{`${name}`}</p>}
        <div className="account-address" data-named={name === undefined ? undefined : ''}>
          <button
            type="button"
            className="account-toggle"
            aria-expanded={full}
            title={t(full ? 'account.hideAddress' : 'account.showAddress')}
            onClick={() => setFull(!full)}
          >
            <Address address={address} full={full} />
          </button>
          <CopyButton
            text={address}
            label={t('account.copy')}
            copiedLabel={t('account.copied')}
            failedLabel={t('account.copyFailed')}
          />
        </div>
        {isEmbedded ? (
          Own ? (
            <Own.Total account={account} />
          ) : (
            <p className="account-balance">{t('account.unknown')}</p>
          )
        ) : (
          <NativeBalance account={account} network={network} />
        )}
      </div>
      <AccountActions
        isEmbedded={isEmbedded}
        onActivity={
          tabs.includes('activity')
            ? () => {
                widget.selectTab('activity')
                setWish({ count: wish.count + 1, focus: true })
              }
            : undefined
        }
      />
      {Own ? <Own.Reminder /> : null}
      {Allowances && Allowances !== 'failed' ? <Allowances /> : null}
      <div className="account-ways">
        <List label={t('account.ways')}>
          {canSwitch ? (
            <Row
              id="network"
              name={networkName}
              detail={t('account.network')}
              icon={<NetworkLogo network={network} name={networkName} />}
              end="chevron"
              onClick={() => widget.push('Networks')}
            />
          ) : null}
          {NameRow ? <NameRow /> : null}
          {Own ? <Own.Rows /> : null}
          {explorerUrl ? (
            <Row
              id="explorer"
              name={
                <>
                  <span className="visually-hidden">
                    {t('account.explorer', { explorer: explorer.name })}
                  </span>
                  <span aria-hidden="true">{explorer.name}</span>
                </>
              }
              icon={<Icon shape={external} />}
              href={explorerUrl}
            />
          ) : null}
          <Row
            id="disconnect"
            name={Own ? <Own.LogOut /> : t('account.disconnect')}
            icon={<Icon shape={disconnect} />}
            busy={disconnecting}
            onClick={run}
          />
        </List>
      </div>
      {tabs.length === 0 ? null : <TabsPlace tabs={tabs} wish={wish} />}
    </Body>
  )
}
