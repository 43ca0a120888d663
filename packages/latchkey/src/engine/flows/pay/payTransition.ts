/** How far one payment has come; pure. */
import type { PayState } from './payFlow.ts'

type In<At extends PayState['at'], State = PayState> = State extends { readonly at: infer Own }
  ? At extends Own
    ? State
    : never
  : never
type Without<State> = State extends unknown ? Omit<State, 'at'> : never

export type PayEvent =
  | { readonly type: 'began' }
  | { readonly type: 'failed'; readonly failure: In<'failed'>['failure'] }
  | ({ readonly type: 'choosing' } & Without<In<'choosing'>>)
  /** More is known of the ways; changes nothing once one is chosen. */
  | ({ readonly type: 'ways' } & Pick<In<'choosing'>, 'ways' | 'loading' | 'connected' | 'shown'>)
  | ({ readonly type: 'preparing' } & Without<In<'preparing'>>)
  | ({ readonly type: 'planned' } & Without<In<'reviewing'>>)
  | { readonly type: 'refused'; readonly failure: NonNullable<In<'reviewing'>['failure']> }
  | { readonly type: 'asking' | 'sending'; readonly step?: 'approve' | 'pay' }
  | ({ readonly type: 'watching' } & Without<In<'watching'>>)
  | ({ readonly type: 'done' } & Without<In<'done'>>)

export function payTransition(state: PayState, event: PayEvent): PayState {
  switch (event.type) {
    case 'began':
      return { at: 'loading' }
    case 'failed':
      return { at: 'failed', failure: event.failure }
    case 'choosing':
    case 'watching':
    case 'done': {
      const { type, ...rest } = event
      return { ...rest, at: type } as PayState
    }
    case 'ways': {
      if (state.at !== 'choosing') return state
      const { type: _, ...rest } = event
      return { ...state, ...rest }
    }
    case 'preparing': {
      const { type, ...rest } = event
      return { ...rest, at: type }
    }
    case 'planned': {
      const { type: _, ...rest } = event
      return { ...rest, at: 'reviewing' }
    }
    case 'refused':
      return refuse(state, event.failure)
    case 'asking':
    case 'sending': {
      if (state.at !== 'preparing' && state.at !== 'asking' && state.at !== 'sending') return state
      const { shown, way, steps } = state
      const { step } = event
      return { at: event.type, shown, way, ...(steps && { steps }), ...(step && { step }) }
    }
  }
}

/** Back to the review, with the reason: nothing was paid. */
function refuse(state: PayState, failure: NonNullable<In<'reviewing'>['failure']>): PayState {
  if (state.at === 'reviewing' || state.at === 'preparing') {
    const simulation = state.simulation === 'asking' ? ({ at: 'unknown' } as const) : state.simulation
    return { ...state, simulation, at: 'reviewing', failure }
  }
  if (state.at !== 'asking' && state.at !== 'sending') return state
  const { shown, way, steps } = state
  return { at: 'reviewing', shown, way, ...(steps && { steps }), simulation: { at: 'unknown' }, failure }
}
