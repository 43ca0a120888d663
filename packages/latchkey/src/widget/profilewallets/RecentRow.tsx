import type { ChainNamespace } from '../../contract/caip.ts'
import type { RecentConnection } from '../../contract/connection.ts'
import { labelOf } from '../../ui/address/labelOf.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { close } from '../../ui/icon/shapes.ts'
import { IconButton } from '../../ui/iconbutton/IconButton.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { walletAccounts } from './composeWallets.ts'
import { profileWalletsTexts } from './profileWalletsTexts.ts'
import type { WalletActions } from './useWalletActions.ts'

export declare namespace RecentRow {
  interface Props {
    readonly recent: RecentConnection
    readonly namespace: ChainNamespace
    readonly actions: WalletActions
  }
}

/** A wallet that was connected: pressing it connects it again. */
export function RecentRow({ recent, namespace, actions }: RecentRow.Props) {
  const t = useTexts(profileWalletsTexts)
  const labels = useEngineState(({ config }) => config.addressLabels)
  const { name, icon } = recent.wallet
  const accounts = walletAccounts(recent.namespaces[namespace]?.accounts ?? [])
  const [first] = accounts
  const more = accounts.length > 1 ? ` +${accounts.length - 1}` : ''
  return (
    <li className="wallets-item">
      <Row
        id={recent.walletId}
        place={{ tabIndex: 0 }}
        icon={<Logo src={icon} name={name} />}
        name={name}
        detail={
          first && `${labelOf(first.address, labels) ?? first.label ?? shortAddress(first.address)}${more}`
        }
        end="chevron"
        onClick={() => actions.reconnect(recent)}
      />
      <IconButton
        shape={close}
        label={t('wallets.forget', { wallet: name })}
        data-row={`forget ${recent.walletId}`}
        onClick={() => actions.forget(recent)}
      />
    </li>
  )
}
