import type { Amount } from '../../contract/amount.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'
import { askedToSend, isAbove } from './protection.ts'
import { useReminder } from './useReminder.ts'

/**
 * Whether a transfer leaves an embedded wallet that only this browser opens, and is above the host's limit. `ask` shows what
 * protects the wallet; undefined once it was asked on this page.
 */
export function useProtectFirst(
  amount: Amount,
  price: { readonly value: number | undefined; readonly currency: string },
): { readonly isUnprotected: boolean; readonly ask: (() => void) | undefined } {
  const widget = useWidget()
  const connection = useEngineState(({ state }) => {
    const id = state.accounts[state.activeNamespace]?.connectionId
    return state.connections.find(each => each.id === id)
  })
  const limit = useEngineState(({ config }) => config.protectAbove ?? 0)
  const isEmbedded = connection?.transport === 'embedded'
  const { reminder } = useReminder(isEmbedded)
  const dollars = price.currency === 'USD' ? price.value : undefined
  const isUnprotected = isEmbedded && reminder === 'none' && isAbove(limit, amount, dollars)
  const asked = askedToSend(widget.engine.ctx)
  if (!isUnprotected || connection === undefined || asked.has(connection.id))
    return { isUnprotected, ask: undefined }
  return {
    isUnprotected,
    ask() {
      asked.add(connection.id)
      widget.push('WalletSettings', { screen: 'RECOVERY_SETUP' })
    },
  }
}
