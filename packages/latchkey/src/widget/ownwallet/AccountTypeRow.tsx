import { useEffect, useState } from 'react'
import { refreshOwn } from '../../engine/nouns/embedded/ownAccounts.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { exchange, success } from '../../ui/icon/shapes.ts'
import { Row } from '../../ui/list/Row.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useErrorText } from '../shell/useErrorText.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { activateAccount } from './activateAccount.ts'
import { isActivatable, isReplaced, type OwnType, otherType } from './otherType.ts'
import { ownWalletTexts } from './ownWalletTexts.ts'

/**
 * In Account: which type of account is in use, and the way to the other for a wallet that has both on this network (SPEC
 * §5, §6; decision 114). Where the network carries no smart account, it says so; one that is not deployed can be.
 */
export function AccountTypeRow() {
  const { engine, notify, announce } = useWidget()
  const t = useTexts(ownWalletTexts)
  const errorText = useErrorText()
  const namespace = useEngineState(({ state }) => state.activeNamespace)
  const account = useEngineState(({ state }) => state.accounts[state.activeNamespace])
  const network = useEngineState(({ state }) => state.network)
  const [busy, setBusy] = useState<'switch' | 'activate'>()
  const { connectionId, address, user, smartAccountDeployed } = account ?? {}
  const isOwn = user !== undefined
  const isThere = user?.accountType !== 'smartAccount' || smartAccountDeployed === true

  // Its first operation may have deployed it since.
  useEffect(() => {
    if (isOwn && !isThere && connectionId !== undefined)
      void refreshOwn(engine.ctx, { connectionId, namespace })
  }, [engine, isOwn, isThere, connectionId, namespace])

  if (!account) return null
  const types = otherType(account)

  /** Which address it is then comes by the wallet's provider. */
  async function switchTo(type: OwnType): Promise<void> {
    setBusy('switch')
    try {
      const frame = await engine.ctx.frame?.()
      await frame?.request('SET_PREFERRED_ACCOUNT', { type, chainId: network.caipNetworkId })
      announce(t(type === 'eoa' ? 'own.usesPlain' : 'own.usesSmart'))
    } catch {
      notify({ message: errorText('ACTION_NOT_ALLOWED'), variant: 'error' })
    } finally {
      setBusy(undefined)
    }
  }

  async function activate(): Promise<void> {
    if (connectionId === undefined || address === undefined) return
    setBusy('activate')
    const outcome = await activateAccount(engine, { connectionId, namespace, address, network })
    setBusy(undefined)
    if (outcome === 'active')
      notify({ message: t('own.activated', { network: network.name }), variant: 'success' })
    else if (outcome !== 'rejected')
      notify({
        message: t(outcome === 'unsent' ? 'own.notActivated' : 'own.activateUnknown'),
        variant: 'error',
      })
  }

  return (
    <>
      {types ? (
        <Row
          id="accountType"
          name={t(types.current === 'eoa' ? 'own.eoa' : 'own.smartAccount')}
          detail={t('own.accountType')}
          value={t('own.switch')}
          icon={<Icon shape={exchange} />}
          busy={busy === 'switch'}
          onClick={() => switchTo(types.other)}
        />
      ) : isReplaced(account) ? (
        <Row
          id="accountType"
          name={t('own.eoa')}
          detail={t('own.replaced', { network: network.name })}
          icon={<Icon shape={exchange} />}
          still
        />
      ) : null}
      {isActivatable(account) ? (
        <Row
          id="activate"
          name={t('own.activate')}
          detail={t('own.activateHint', { network: network.name })}
          icon={<Icon shape={success} />}
          busy={busy === 'activate'}
          onClick={activate}
        />
      ) : null}
    </>
  )
}
