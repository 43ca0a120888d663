/** How far several calls of the host's have come, as a pure reducer. */
import type { ErrorCode } from '../../../contract/errors/table.ts'
import type { Network } from '../../../contract/network.ts'
import type { WalletCall } from '../../../contract/send.ts'

export interface CallsState {
  readonly calls: readonly WalletCall[]
  readonly network: Network
  /**
   * `batched`: the wallet has taken all as one, and nothing else is known. `failed`: one did not go through on the chain.
   * `stopped`: the wallet will not be asked for the rest.
   */
  readonly at: 'asking' | 'sending' | 'batched' | 'confirmed' | 'failed' | 'stopped'
  /** Of those that were sent one by one. */
  readonly sent: number
  readonly confirmed: number
  readonly batch: boolean
  /** Why it stopped. */
  readonly code?: ErrorCode
}

export type CallsEvent =
  | { readonly type: 'progressed'; readonly sent: number; readonly confirmed: number }
  | { readonly type: 'batched' }
  | { readonly type: 'confirmed' }
  | { readonly type: 'failed' }
  | { readonly type: 'stopped'; readonly code: ErrorCode }

export function callsTransition(state: CallsState, event: CallsEvent): CallsState {
  switch (event.type) {
    case 'progressed':
      return { ...state, at: 'sending', sent: event.sent, confirmed: event.confirmed }
    case 'batched':
      return { ...state, at: 'batched', batch: true }
    case 'confirmed':
      return { ...state, at: 'confirmed', confirmed: state.calls.length }
    case 'failed':
      return { ...state, at: 'failed' }
    case 'stopped':
      return { ...state, at: 'stopped', code: event.code }
  }
}

/** What is known of one call; `unknown` says nothing. */
export type CallStatus = 'waiting' | 'sent' | 'confirmed' | 'failed' | 'notSent' | 'unknown'

/** Of the call at an index. */
export function callStatus({ at, sent, confirmed, batch, code }: CallsState, index: number): CallStatus {
  if (index < confirmed) return 'confirmed'
  if (batch) return at === 'batched' ? 'sent' : at === 'stopped' ? 'notSent' : 'unknown'
  if (index < sent) return at === 'failed' ? 'failed' : 'sent'
  if (at === 'asking' || at === 'sending') return 'waiting'
  // A wallet that left the first question open may have been asked for all of them.
  return code === 'SEND_UNKNOWN' && (index === sent || sent === 0) ? 'unknown' : 'notSent'
}
