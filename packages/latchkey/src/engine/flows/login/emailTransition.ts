/** How far an email address has come to being proven in the frame (SPEC §4 "Email login", "Email change"), as a pure machine. */
import type { FrameScreen } from '../../../contract/frameScreens.ts'

/** Why it did not go on. */
export interface EmailFailure {
  /** Of the catalogue, or of the services. */
  readonly code: string
  /** What a visitor reads. */
  readonly message: string
  /** Milliseconds since the epoch from which on it can be tried again. */
  readonly until?: number | undefined
}

export type EmailState =
  | { readonly at: 'typing'; readonly email?: string; readonly failure?: EmailFailure }
  /** The frame is asked for what comes next. */
  | { readonly at: 'beginning'; readonly email: string }
  /** The frame asks the visitor, by a screen of its own. */
  | { readonly at: 'asked'; readonly email: string; readonly screen: FrameScreen }
  /** Proven there; what follows from it is on its way. */
  | { readonly at: 'entering'; readonly email: string }
  | { readonly at: 'in'; readonly email: string }

export type EmailEvent =
  | { readonly type: 'begun'; readonly email: string }
  | { readonly type: 'asked'; readonly screen: FrameScreen }
  | { readonly type: 'entering' }
  | { readonly type: 'entered' }
  | { readonly type: 'failed'; readonly email: string; readonly failure: EmailFailure }
  /** The visitor left the frame's screen, or the view. */
  | { readonly type: 'left' }

export function emailTransition(state: EmailState, event: EmailEvent): EmailState {
  switch (event.type) {
    case 'begun':
      return { at: 'beginning', email: event.email }
    case 'failed':
      return { at: 'typing', email: event.email, failure: event.failure }
    case 'left':
      return state.at === 'typing' ? state : { at: 'typing', email: state.email }
  }
  if (state.at === 'typing') return state
  const { email } = state
  switch (event.type) {
    case 'asked':
      return { at: 'asked', email, screen: event.screen }
    case 'entering':
      return { at: 'entering', email }
    case 'entered':
      return { at: 'in', email }
  }
}
