import type { AccountState } from '../../contract/account.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { formatFiat } from '../texts/formatFiat.ts'
import { ownWalletTexts } from './ownWalletTexts.ts'

/** What all tokens of the account are worth together, as far as that is known; a dash before (F27). */
export function TotalValue({ account }: { readonly account: AccountState }) {
  const t = useTexts(ownWalletTexts)
  const locale = useEngineState(snapshot => snapshot.config.locale)
  const values = (account.tokenBalance ?? []).flatMap(({ value }) => (value === null ? [] : [value]))
  const total = values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
  return (
    <p className="account-balance">
      <span className="visually-hidden">{t('own.total')} </span>
      <span>{formatFiat(total, 'USD', locale)}</span>
    </p>
  )
}
