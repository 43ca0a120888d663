/** How far asking a wallet to change its network has come (SPEC §4 "Network change"). */
import type { LatchkeyError } from '../../../contract/error.ts'

/** `wrongChain`: the wallet says it moved and stands elsewhere; `unable`: it has no way to be asked. */
export type SwitchFailure = 'wrongChain' | 'unable' | 'pending' | 'other'

export type SwitchingState =
  | { readonly at: 'idle' }
  | { readonly at: 'asking'; readonly attempt: number; readonly waiting: 'brief' | 'slow' }
  | { readonly at: 'switched' | 'rejected'; readonly attempt: number }
  | { readonly at: 'failed'; readonly attempt: number; readonly failure: SwitchFailure }

export type SwitchingEvent =
  | { readonly type: 'asked'; readonly attempt: number }
  | { readonly type: 'waited' | 'switched'; readonly attempt: number }
  | { readonly type: 'refused'; readonly attempt: number; readonly error: LatchkeyError }
  /** The wallet stands on the wanted network, by whatever way. */
  | { readonly type: 'arrived' }
  | { readonly type: 'left' }

export function switchingTransition(state: SwitchingState, event: SwitchingEvent): SwitchingState {
  switch (event.type) {
    case 'left':
      return state.at === 'idle' ? state : { at: 'idle' }
    case 'asked':
      return { at: 'asking', attempt: event.attempt, waiting: 'brief' }
    case 'arrived':
      return state.at === 'idle' || state.at === 'switched'
        ? state
        : { at: 'switched', attempt: state.attempt }
  }
  if (state.at !== 'asking' || state.attempt !== event.attempt) return state
  const { attempt } = state
  switch (event.type) {
    case 'waited':
      return { ...state, waiting: 'slow' }
    case 'switched':
      return { at: 'switched', attempt }
    case 'refused':
      return event.error.code === 'SWITCH_REJECTED'
        ? { at: 'rejected', attempt }
        : { at: 'failed', attempt, failure: failureOf(event.error) }
  }
}

function failureOf(error: LatchkeyError): SwitchFailure {
  if (error.context.reason === 'request-pending') return 'pending'
  if (error.code === 'UNSUPPORTED_CHAIN') return 'unable'
  return error.code === 'SWITCH_FAILED' && typeof error.context.real === 'string' ? 'wrongChain' : 'other'
}
