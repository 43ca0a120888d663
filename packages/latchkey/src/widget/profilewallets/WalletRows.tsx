import { useId } from 'react'
import { Address } from '../../ui/address/Address.tsx'
import { labelOf } from '../../ui/address/labelOf.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { disconnect } from '../../ui/icon/shapes.ts'
import { IconButton } from '../../ui/iconbutton/IconButton.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { Logo } from '../../ui/walletimage/Logo.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import type { WalletAccount, WalletGroup } from './composeWallets.ts'
import { profileWalletsTexts } from './profileWalletsTexts.ts'
import type { WalletActions } from './useWalletActions.ts'

export declare namespace WalletRows {
  interface Props {
    readonly heading: string
    readonly groups: readonly WalletGroup[]
    readonly actions: WalletActions
  }
}

/** Connected wallets, a row for each account; the way out stands beside the first. */
export function WalletRows({ heading, groups, actions }: WalletRows.Props) {
  const id = useId()
  return (
    <div>
      <p className="list-heading" id={id}>
        {heading}
      </p>
      <ul className="list" part="list" aria-labelledby={id}>
        {groups.flatMap(group =>
          group.accounts.map((account, at) => (
            <AccountRow
              key={`${group.connection.id} ${account.address}`}
              group={group}
              account={account}
              isFirst={at === 0}
              actions={actions}
            />
          )),
        )}
      </ul>
    </div>
  )
}

function AccountRow({
  group: { connection, current },
  account,
  isFirst,
  actions,
}: {
  readonly group: WalletGroup
  readonly account: WalletAccount
  readonly isFirst: boolean
  readonly actions: WalletActions
}) {
  const t = useTexts(profileWalletsTexts)
  const labels = useEngineState(({ config }) => config.addressLabels)
  const isUnconfirmed = useEngineState(({ state }) => {
    const owner = Object.values(state.accounts).find(each => each.connectionId === connection.id)
    return owner?.isReconnecting === true
  })
  const { name, icon } = connection.wallet
  const label = labelOf(account.address, labels) ?? account.label
  const detail = [
    name,
    label === undefined || account.ordinals !== undefined ? undefined : shortAddress(account.address),
    account.type === 'smartAccount' ? t('wallets.smartAccount') : undefined,
    isUnconfirmed ? t('wallets.reconnecting') : undefined,
  ].filter(part => part !== undefined)
  return (
    <li className="wallets-item">
      <Row
        id={`${connection.walletId} ${account.address}`}
        place={{ tabIndex: 0 }}
        icon={<Logo src={icon} name={name} />}
        name={
          label ??
          (account.ordinals === undefined ? (
            <Address address={account.address} />
          ) : (
            <Purpose what={t('wallets.payment')} address={account.address} />
          ))
        }
        detail={
          account.ordinals === undefined ? (
            detail.join(' · ')
          ) : (
            <>
              {label === undefined ? null : (
                <>
                  <Purpose what={t('wallets.payment')} address={account.address} />
                  <br />
                </>
              )}
              <Purpose what={t('wallets.ordinals')} address={account.ordinals} />
              <br />
              {detail.join(' · ')}
            </>
          )
        }
        current={account.address === current}
        {...(account.address === current && { end: 'check' as const })}
        onClick={() => actions.choose(connection, account.address)}
      />
      {isFirst ? (
        <IconButton
          shape={disconnect}
          label={t('wallets.disconnect', { wallet: name })}
          aria-busy={actions.busy === connection.id || undefined}
          data-row={`disconnect ${connection.walletId}`}
          onClick={() => actions.disconnect(connection)}
        />
      ) : (
        <span className="wallets-gap" />
      )}
    </li>
  )
}

function Purpose({ what, address }: { readonly what: string; readonly address: string }) {
  return (
    <>
      {what} <Address address={address} />
    </>
  )
}
