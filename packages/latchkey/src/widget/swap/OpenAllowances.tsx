import { useState } from 'react'
import { isLatchkeyError } from '../../contract/error.ts'
import type { ErrorCode } from '../../contract/errors/table.ts'
import type { Allowances, OpenAllowance } from '../../engine/nouns/swaps/allowances.ts'
import { shortAddress } from '../../ui/address/shortAddress.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import { exactAmount } from '../send/exactAmount.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useMachine } from '../shell/useMachine.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import css from './allowances.css'
import { allowanceTexts } from './allowanceTexts.ts'
import { providerName } from './providerName.ts'

const keyOf = ({ token, spender }: OpenAllowance) => `${token.address} ${spender}`

/** Allowances that no swap and no payment needs any more, and the way to take them back. */
export function OpenAllowances({ allowances }: { readonly allowances: Allowances }) {
  useCss(css)
  const t = useTexts(allowanceTexts)
  const open = useMachine(allowances.open)
  const here = useEngineState(({ state }) => state.network.caipNetworkId)
  const shown = open.filter(({ caipNetworkId }) => caipNetworkId === here)
  if (shown.length === 0) return null
  return (
    <ul className="swap-allowances" aria-label={t('swap.allowances')}>
      {shown.map(each => (
        <Open key={keyOf(each)} allowance={each} onRevoke={allowances.revoke} />
      ))}
    </ul>
  )
}

function Open({
  allowance,
  onRevoke,
}: {
  readonly allowance: OpenAllowance
  readonly onRevoke: Allowances['revoke']
}) {
  const t = useTexts(allowanceTexts)
  const errorText = useErrorText()
  const { notify } = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const [isBusy, setBusy] = useState(false)
  const { token, amount, spender, provider } = allowance
  const revoke = async () => {
    setBusy(true)
    try {
      await onRevoke(allowance)
      notify({ message: t('swap.revoked'), variant: 'success' })
    } catch (cause) {
      notify({
        message: errorText(isLatchkeyError(cause) ? (cause.code as ErrorCode) : 'SEND_FAILED'),
        variant: 'error',
      })
    }
    setBusy(false)
  }
  return (
    <li className="swap-allowance">
      <span className="swap-allowance-words">
        <span>
          <bdi>{t('swap.allowanceLeft', { amount: `${exactAmount(amount, locale)} ${token.symbol}` })}</bdi>
        </span>
        <span className="swap-allowance-by" title={spender}>
          {t('swap.allowanceBy', { spender: provider ? providerName(provider) : shortAddress(spender) })}
        </span>
      </span>
      <Button aria-label={`${t('swap.revoke')}: ${token.symbol}`} loading={isBusy} onClick={revoke}>
        {t('swap.revoke')}
      </Button>
    </li>
  )
}
