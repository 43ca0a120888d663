import type { AccountState } from '../../contract/account.ts'
import type { Network } from '../../contract/network.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { tokenAmountFormat } from '../texts/formatTokenAmount.ts'
import { accountTexts } from './accountTexts.ts'
import { CountUp } from './CountUp.tsx'

export declare namespace NativeBalance {
  interface Props {
    readonly account: AccountState
    readonly network: Network
    /** It is the largest figure of the view. */
    readonly large: boolean
    /** It is being read. */
    readonly loading: boolean
  }
}

/** The native balance floored to 3 decimals (SPEC §5), a positive balance never as zero; a dash while it is unknown. */
export function NativeBalance({ account, network, large, loading }: NativeBalance.Props) {
  const t = useTexts(accountTexts)
  const locale = useEngineState(snapshot => snapshot.config.locale)
  const symbol = account.balanceSymbol ?? network.nativeCurrency.symbol
  const { balance } = account
  const write = tokenAmountFormat(locale)
  return (
    <p className={large ? 'account-balance' : 'account-native'}>
      <span className="visually-hidden">{t('account.balance')} </span>
      {balance === undefined && loading ? (
        <Skeleton width={large ? 152 : 88} height={large ? 32 : 14} />
      ) : (
        <>
          {balance !== undefined && large ? (
            <CountUp
              of={account.caipAddress ?? ''}
              value={Number(balance)}
              write={value => write(value.toFixed(3))}
            >
              {write(balance)}
            </CountUp>
          ) : (
            <bdi>{balance === undefined ? t('account.unknown') : write(balance)}</bdi>
          )}
          {symbol === '' ? null : <span className="account-symbol"> {symbol}</span>}
        </>
      )}
    </p>
  )
}
