/** What `open()` resolves with, by view; one that is not here resolves with nothing, as soon as it is open. */
import type { SendResult } from '../../contract/send.ts'
import type { ViewName } from '../../contract/views.ts'
import type { PayResult } from '../../engine/flows/pay/payFlow.ts'

export interface ViewResults {
  /** The wallet's answer (SPEC-NOTES §4 "Send"). */
  WalletSend: SendResult
  /** The swap's transaction, once the wallet has sent it. */
  Swap: { readonly hash: string }
  /** How far the payment has come when the visitor closes; a visitor's no is a result too. */
  Pay: PayResult
}

/** Not distributed: a view that is not known when it is written down has no result. */
export type ResultOf<View extends ViewName> = [View] extends [keyof ViewResults]
  ? ViewResults[View]
  : undefined
