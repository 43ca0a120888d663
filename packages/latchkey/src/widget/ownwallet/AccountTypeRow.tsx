import { useState } from 'react'
import { Icon } from '../../ui/icon/Icon.tsx'
import { exchange } from '../../ui/icon/shapes.ts'
import { Row } from '../../ui/list/Row.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { type OwnType, otherType } from './otherType.ts'
import { ownWalletTexts } from './ownWalletTexts.ts'

/** In Account: from one type of account to the other, for a wallet that has accounts of both (SPEC §6). */
export function AccountTypeRow() {
  const { engine, notify } = useWidget()
  const t = useTexts(ownWalletTexts)
  const errorText = useErrorText()
  const account = useEngineState(({ state }) => state.accounts[state.activeNamespace])
  const chainId = useEngineState(({ state }) => state.network.caipNetworkId)
  const [isBusy, setBusy] = useState(false)
  const types = account && otherType(account)
  if (!types) return null

  /** Which address it is then comes by the wallet's provider. */
  async function switchTo(type: OwnType): Promise<void> {
    setBusy(true)
    try {
      const frame = await engine.ctx.frame?.()
      await frame?.request('SET_PREFERRED_ACCOUNT', { type, chainId })
    } catch {
      notify({ message: errorText('ACTION_NOT_ALLOWED'), variant: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Row
      id="accountType"
      name={t(types.current === 'eoa' ? 'own.eoa' : 'own.smartAccount')}
      detail={t('own.accountType')}
      value={t('own.switch')}
      icon={<Icon shape={exchange} />}
      busy={isBusy}
      onClick={() => switchTo(types.other)}
    />
  )
}
