/** How far a login through another window, app or passkey has come (SPEC §4 "Social login"), as a pure machine. */
import type { SocialMethod } from '../../../contract/loginNames.ts'

/** Why it did not come about. */
export interface SocialFault {
  /** Of the catalogue, or of the services. */
  readonly code: string
  /** What a visitor reads. */
  readonly message: string
  /** Whether the visitor or the provider refused it. */
  readonly isDenied: boolean
}

/** The URL for the visitor's app, shown as a QR code and a link. */
export interface SocialLink {
  readonly url: string
  /** Milliseconds since the epoch. */
  readonly madeAt: number
  readonly expiresAt: number
}

type Place =
  /** The frame is asked where to go. */
  | 'beginning'
  /** The browser let no window open. */
  | 'blocked'
  /** This tab is on its way to the provider. */
  | 'leaving'
  /** The window is closed. Should its login turn out to be over after all, it counts. */
  | 'closed'
  /** The frame asks, by a screen of its own. */
  | 'asked'
  /** Proven; what follows from it is on its way. */
  | 'entering'
  | 'in'

export type SocialState =
  /** With a method its visitor closed what the frame asked, and is still there. */
  | { readonly at: 'idle'; readonly method?: SocialMethod }
  | { readonly at: Place; readonly method: SocialMethod }
  /** The visitor answers elsewhere. */
  | {
      readonly at: 'waiting'
      readonly method: SocialMethod
      readonly link?: SocialLink | undefined
      /** Two digits that a page of the wallet shows as well, where it asks its visitor whether the login is theirs. */
      readonly match?: string | undefined
    }
  /** It expired unanswered, or ended before this tab came back. */
  | { readonly at: 'expired'; readonly method: SocialMethod; readonly isReturn: boolean }
  | { readonly at: 'failed'; readonly method: SocialMethod; readonly fault: SocialFault }

export type SocialEvent =
  | { readonly type: 'begun'; readonly method: SocialMethod }
  /** The visitor left the view; the next one shows nothing of what was tried there. */
  | { readonly type: 'left' }
  /** The visitor closed what the frame asked. */
  | { readonly type: 'stopped' }
  | { readonly type: 'blocked' | 'leaving' | 'closed' | 'asked' | 'entering' | 'entered' }
  | { readonly type: 'expired'; readonly isReturn: boolean }
  | { readonly type: 'sent'; readonly link?: SocialLink | undefined; readonly match?: string | undefined }
  | { readonly type: 'failed'; readonly fault: SocialFault }

export function socialTransition(state: SocialState, event: SocialEvent): SocialState {
  if (event.type === 'begun') return { at: 'beginning', method: event.method }
  if (event.type === 'left') return state.at === 'idle' && !state.method ? state : { at: 'idle' }
  if (state.at === 'idle') return state
  const { method } = state
  switch (event.type) {
    case 'stopped':
      return { at: 'idle', method }
    case 'expired':
      return { at: 'expired', method, isReturn: event.isReturn }
    case 'sent':
      return { at: 'waiting', method, link: event.link, match: event.match }
    case 'failed':
      return { at: 'failed', method, fault: event.fault }
    case 'closed':
      // A visitor whom the frame asks, or who is logged in, needs no window any more.
      return state.at === 'beginning' || state.at === 'waiting' ? { at: 'closed', method } : state
    case 'entered':
      return { at: 'in', method }
  }
  return { at: event.type, method }
}
