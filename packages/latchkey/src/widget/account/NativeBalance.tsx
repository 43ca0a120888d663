import type { AccountState } from '../../contract/account.ts'
import type { Network } from '../../contract/network.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { tokenAmountFormat } from '../texts/formatTokenAmount.ts'
import { accountTexts } from './accountTexts.ts'

export declare namespace NativeBalance {
  interface Props {
    readonly account: AccountState
    readonly network: Network
  }
}

/** The native balance floored to 3 decimals (SPEC §5), a positive balance never as zero; a dash while it is unknown. */
export function NativeBalance({ account, network }: NativeBalance.Props) {
  const t = useTexts(accountTexts)
  const locale = useEngineState(snapshot => snapshot.config.locale)
  const symbol = account.balanceSymbol ?? network.nativeCurrency.symbol
  const { balance } = account
  return (
    <p className="account-balance">
      <span className="visually-hidden">{t('account.balance')} </span>
      <bdi>{balance === undefined ? t('account.unknown') : tokenAmountFormat(locale)(balance)}</bdi>
      {symbol === '' ? null : <span className="account-symbol"> {symbol}</span>}
    </p>
  )
}
