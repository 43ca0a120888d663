import { type ReactNode, useCallback, useEffect } from 'react'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { warning } from '../../ui/icon/shapes.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { ownWalletTexts } from './ownWalletTexts.ts'
import css from './ownwallet.css'
import { holdsFunds, protectAsked } from './protection.ts'
import { useReminder } from './useReminder.ts'

/** What a later wallet names besides is not said. */
const keepsakes = [
  ['passkey', 'own.keepPasskey'],
  ['code', 'own.keepCode'],
  ['password', 'own.keepPassword'],
] as const

/**
 * Says in Account what would be lost until something protects the wallet. Where that is a passkey alone, "Not now" hides
 * the reminder of it until the next visit of the page. Where recovery is set up, it lists once, from the wallet's seventh day on, the items that the visitor must have stored.
 */
export function RecoveryReminder() {
  const widget = useWidget()
  const t = useTexts(ownWalletTexts)
  const { reminder, keep, putOff, putAway } = useReminder()
  const setUp = useCallback(() => widget.push('WalletSettings', { screen: 'RECOVERY_SETUP' }), [widget])
  useAskOnFunds(reminder === 'none', setUp)
  // It stays until that is done: what would be lost is all of it.
  if (reminder === 'none')
    return (
      <Reminder name={t('own.unprotected')} words={t('own.onlyHere')}>
        <Button tone="primary" onClick={setUp}>
          {t('own.protect')}
        </Button>
      </Reminder>
    )
  if (reminder !== undefined)
    return (
      <Reminder name={t('own.remind')} words={t('own.remindPasskey')}>
        <Button tone="ghost" onClick={putOff}>
          {t('own.later')}
        </Button>
        <Button tone="primary" onClick={setUp}>
          {t('own.setUp')}
        </Button>
      </Reminder>
    )
  const ways = keepsakes.flatMap(([kind, text]) => (keep.includes(kind) ? [t(text)] : []))
  if (ways.length === 0) return null
  return (
    <Reminder
      name={t('own.keep')}
      words={t('own.keepWays', { ways: ways.reduce((one, other) => t('own.keepOr', { one, other })) })}
    >
      <Button tone="ghost" onClick={putAway}>
        {t('own.gotIt')}
      </Button>
    </Reminder>
  )
}

/** Asks by itself once: the first time that the visitor comes back to an unprotected wallet which holds something. */
function useAskOnFunds(isUnprotected: boolean, ask: () => void): void {
  const { storage, clock } = useWidget().engine.ctx
  const address = useEngineState(({ state }) => {
    const account = state.accounts[state.activeNamespace]
    return account && holdsFunds(account) ? account.address : undefined
  })
  useEffect(() => {
    if (!isUnprotected || address === undefined) return
    let isOver = false
    const askOnce = async () => {
      if ((await storage.read(protectAsked)) === address || isOver) return
      // Account first: a step this soon after it would take its place, and lead back to nothing.
      clock.setTimeout(() => {
        if (isOver) return
        void storage.write(protectAsked, address)
        ask()
      }, 600)
    }
    askOnce().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [isUnprotected, address, storage, clock, ask])
}

function Reminder(props: { readonly name: string; readonly words: string; readonly children: ReactNode }) {
  useCss(css)
  return (
    <section className="own-reminder" aria-label={props.name}>
      <Icon shape={warning} />
      <p>{props.words}</p>
      <div className="own-reminder-ways">{props.children}</div>
    </section>
  )
}
