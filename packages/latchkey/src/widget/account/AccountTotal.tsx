import { useEffect, useState } from 'react'
import type { AccountState } from '../../contract/account.ts'
import type { Network } from '../../contract/network.ts'
import type { Tokens } from '../../engine/nouns/tokens/tokens.ts'
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useLater } from '../shell/useLater.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useUnlessLeaving } from '../shell/useUnlessLeaving.ts'
import { useWidget } from '../shell/useWidget.ts'
import { formatFiat } from '../texts/formatFiat.ts'
import { accountTexts } from './accountTexts.ts'
import { CountUp } from './CountUp.tsx'
import { NativeBalance } from './NativeBalance.tsx'

export declare namespace AccountTotal {
  interface Props {
    readonly account: AccountState
    readonly network: Network
    /** Whether the account's tokens are listed here at all. */
    readonly isListed: boolean
  }
}

const never = () => () => undefined

/** What the account holds in the visitor's currency, and the native amount below; alone where no token has a value. */
export function AccountTotal({ account, network, isListed }: AccountTotal.Props) {
  const { engine } = useWidget()
  const t = useTexts(accountTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const caip10 = account.caipAddress ?? ''
  const { part } = useLater(isListed, engine.tokens)
  const tokens = typeof part === 'object' ? part : undefined
  const known = useUnlessLeaving<ReturnType<Tokens['machine']['getState']> | undefined>(
    tokens?.machine.subscribe ?? never,
    () => tokens?.machine.getState(),
  )
  const isBalanceAsked = useBalanceAsked(caip10)
  const open = useEngineState(({ modal }) => modal.open)
  const isMissing = open && !known?.portfolios[caip10]

  // The Tokens tab keeps them fresh; beside another tab they are asked for until they are here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each account has its own
  useEffect(() => {
    if (isMissing) return tokens?.watch()
    void tokens?.refresh()
  }, [tokens, caip10, isMissing])

  const native = (large: boolean) => (
    <NativeBalance account={account} network={network} large={large} loading={isBalanceAsked} />
  )
  if (!isListed || known?.unsupported.includes(caip10)) {
    return (
      <div className="account-total" data-alone="">
        {native(true)}
      </div>
    )
  }
  const portfolio = known?.portfolios[caip10]
  const isLoading = !portfolio && part !== 'failed' && !known?.failed.includes(caip10)
  // An account that is known to hold nothing is worth nothing, which is not unknown (F27).
  const isEmpty = portfolio?.tokens.length === 0 && Number(account.balance) === 0
  const total = isEmpty ? 0 : (portfolio?.total ?? undefined)
  const write = (value: number | undefined) => formatFiat(value, portfolio?.currency ?? '', locale)
  return (
    <div className="account-total">
      <p className="account-balance">
        <span className="visually-hidden">{t('account.total')} </span>
        {isLoading ? (
          <Skeleton width={152} height={32} />
        ) : (
          <CountUp of={caip10} value={total} write={write}>
            {write(total)}
          </CountUp>
        )}
      </p>
      {native(false)}
    </div>
  )
}

/** Whether the native balance of the account is being read, so that what is missing is not taken for unknown. */
function useBalanceAsked(caip10: string): boolean {
  const { engine } = useWidget()
  const [settled, settle] = useState<string>()
  useEffect(() => {
    let isHere = true
    const done = () => {
      if (isHere) settle(caip10)
    }
    engine.refreshBalance().then(done, done)
    return () => {
      isHere = false
    }
  }, [engine, caip10])
  return settled !== caip10
}
