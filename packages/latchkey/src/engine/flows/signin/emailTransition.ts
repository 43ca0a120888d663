/** How far an email address has come to being proven, as a pure machine (SPEC §2 "DataCapture", §5 "Email"). */

/** `invalid`: no address. `cooldown`: too soon after the last. `code`: wrong, too old, or tried too often. `unsent`: no further code. */
export type EmailFailure = 'invalid' | 'cooldown' | 'code' | 'offline' | 'unsent'

export type EmailState =
  | {
      readonly at: 'typing'
      readonly failure?: EmailFailure
      /** Milliseconds since the epoch from which a code can be sent. */
      readonly until?: number
      /** What was typed last. */
      readonly address?: string
    }
  | { readonly at: 'sending'; readonly address: string; readonly flow?: string }
  | {
      readonly at: 'code'
      readonly address: string
      readonly flow: string
      /** From when on the code can be sent once more. */
      readonly until: number
      readonly failure?: EmailFailure
    }
  | { readonly at: 'verifying'; readonly address: string; readonly flow: string; readonly until: number }
  | { readonly at: 'proven'; readonly address: string; readonly proof: string; readonly expiresAt: number }

export type EmailEvent =
  | { readonly type: 'sending'; readonly address: string }
  | { readonly type: 'sent'; readonly flow: string; readonly until: number }
  | {
      readonly type: 'unsent'
      readonly failure: EmailFailure
      readonly address: string
      readonly until?: number | undefined
    }
  | { readonly type: 'verifying' }
  | { readonly type: 'unproven'; readonly failure: EmailFailure }
  | { readonly type: 'proven'; readonly proof: string; readonly address: string; readonly expiresAt: number }
  | { readonly type: 'restarted' }

export function emailTransition(state: EmailState, event: EmailEvent): EmailState {
  switch (event.type) {
    case 'restarted':
      return { at: 'typing', ...('address' in state && { address: state.address }) }
    case 'sending': {
      const flow = state.at === 'code' ? state.flow : undefined
      return { at: 'sending', address: event.address, ...(flow !== undefined && { flow }) }
    }
    case 'sent':
      if (state.at !== 'sending') return state
      return { at: 'code', address: state.address, flow: event.flow, until: event.until }
    case 'unsent': {
      const { failure, until, address } = event
      // The code that was sent before is as good as it was.
      if (state.at === 'sending' && state.flow !== undefined) {
        const why = failure === 'offline' ? 'unsent' : failure
        return { at: 'code', address, flow: state.flow, until: until ?? 0, failure: why }
      }
      return { at: 'typing', failure, address, ...(until !== undefined && { until }) }
    }
    case 'verifying': {
      if (state.at !== 'code') return state
      const { address, flow, until } = state
      return { at: 'verifying', address, flow, until }
    }
    case 'unproven': {
      if (state.at !== 'verifying') return state
      return { ...state, at: 'code', failure: event.failure }
    }
    case 'proven': {
      if (state.at !== 'verifying') return state
      const { address, proof, expiresAt } = event
      return { at: 'proven', address, proof, expiresAt }
    }
  }
}
