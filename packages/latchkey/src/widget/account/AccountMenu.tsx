import { Icon } from '../../ui/icon/Icon.tsx'
import { disconnect, external, plus, wallet } from '../../ui/icon/shapes.ts'
import { Row } from '../../ui/list/Row.tsx'
import { Menu } from '../../ui/menu/Menu.tsx'
import { waysToFund } from '../fund/waysToFund.ts'
import type { ownRoom } from '../ownwallet/ownRoom.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useFacts } from '../shell/useFacts.ts'
import { useLater } from '../shell/useLater.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { accountTexts } from './accountTexts.ts'
import { explorerAddressUrl } from './explorerAddressUrl.ts'
import { useDisconnect } from './useDisconnect.ts'

const loadNames = () => import('../names/NameRow.tsx').then(module => module.NameRow)

export declare namespace AccountMenu {
  interface Props {
    /** Of a wallet that came with a login, once it is here. */
    readonly own: typeof ownRoom | undefined
  }
}

/** The account's menu: wallets, settings, explorer and the way out, each where it exists. */
export function AccountMenu({ own: Own }: AccountMenu.Props) {
  const widget = useWidget()
  const t = useTexts(accountTexts)
  const address = useEngineState(({ state }) => state.accounts[state.activeNamespace]?.address)
  const network = useEngineState(({ state }) => state.network)
  const hasSeveral = useEngineState(({ state }) => state.features.multiWallet === true)
  const { disconnecting, run } = useDisconnect()
  const { explorer: words, names } = useFacts()
  const hasServices = useEngineState(
    ({ config, state }) =>
      config.endpoints?.api !== undefined && config.basic !== true && state.network.testnet !== true,
  )
  const { part: NameRow } = useLater(hasServices && names !== undefined, loadNames)
  // The tiles have the other ways.
  const canDeposit = useEngineState(snapshot =>
    waysToFund(snapshot, view => widget.views.definition(view) !== undefined).some(
      ({ id }) => id === 'exchange',
    ),
  )
  const explorer = network.blockExplorers?.default
  const explorerUrl =
    explorer && address !== undefined ? explorerAddressUrl(network, address, words) : undefined
  return (
    <Menu label={t('account.menu')}>
      {hasSeveral ? (
        <Row
          id="wallets"
          name={t('account.wallets')}
          icon={<Icon shape={wallet} />}
          onClick={() => widget.push('ProfileWallets')}
        />
      ) : null}
      {canDeposit ? (
        <Row
          id="fund"
          name={t('account.fund')}
          icon={<Icon shape={plus} />}
          onClick={() => widget.push('FundWallet')}
        />
      ) : null}
      {hasServices && NameRow && NameRow !== 'failed' ? <NameRow /> : null}
      {Own ? <Own.Rows /> : null}
      {explorerUrl ? (
        <Row
          id="explorer"
          name={t('account.explorer', { explorer: explorer?.name ?? '' })}
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
    </Menu>
  )
}
