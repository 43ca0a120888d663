/** How far signing in has come for the active account on its network (SPEC §4 "Sign-in flow"), as a pure machine. */
import type { SiwxMessage } from '../../../contract/siwx.ts'
import type { SignInSubject } from './signIn.ts'

/** What a visitor can do about it differs. */
export type SignInFailure =
  | 'rejected'
  | 'pending'
  | 'unable'
  | 'offline'
  | 'refused'
  /** The wallet refused the text itself, without showing it. */
  | 'unfit'
  /** The text is too long for one transaction. */
  | 'long'
  /** The wallet signed another transaction. */
  | 'changed'
  | 'other'

/** `slow` after 10 s, `silent` after 30 s without an answer. */
export type SignInWaiting = 'brief' | 'slow' | 'silent'

/** What the wallet shows and signs. */
export interface PreparedSignIn {
  readonly data: SiwxMessage
  /** Letter for letter. */
  readonly text: string
  /** Milliseconds since the epoch: from then on its nonce may be over before a wallet has answered. */
  readonly staleAt: number
}

interface Of {
  readonly subject: SignInSubject
}

export type SignInState =
  /** No connection, or no sign-in on this network. */
  | { readonly at: 'idle' }
  /** Sessions are being looked for. */
  | ({ readonly at: 'checking' } & Of)
  | ({ readonly at: 'signedIn' } & Of)
  /** The visitor's email address comes first. */
  | ({ readonly at: 'email' } & Of)
  /** The text to sign is being fetched. */
  | ({ readonly at: 'preparing' } & Of)
  /** It could not be had. */
  | ({ readonly at: 'unprepared'; readonly failure: SignInFailure } & Of)
  /** To be read and signed; with a failure, once more. */
  | ({ readonly at: 'ready'; readonly prepared: PreparedSignIn; readonly failure?: SignInFailure } & Of)
  | ({
      readonly at: 'asking'
      readonly attempt: number
      readonly prepared: PreparedSignIn
      readonly waiting: SignInWaiting
      /** The text is signed as a transaction that is never sent. */
      readonly byTransaction?: true
    } & Of)
  /** Signed; the issuer of the nonce decides. */
  | ({ readonly at: 'verifying'; readonly attempt: number; readonly prepared: PreparedSignIn } & Of)
  /** Not now. */
  | ({ readonly at: 'dismissed' } & Of)

export type SignInEvent =
  | { readonly type: 'gone' }
  | ({ readonly type: 'looked' } & Of)
  | ({ readonly type: 'found' } & Of)
  | ({ readonly type: 'emailWanted' } & Of)
  | ({ readonly type: 'preparing' } & Of)
  | ({ readonly type: 'prepared'; readonly prepared: PreparedSignIn; readonly failure?: SignInFailure } & Of)
  | ({ readonly type: 'unprepared'; readonly failure: SignInFailure } & Of)
  | { readonly type: 'asked'; readonly attempt: number; readonly byTransaction?: true }
  | { readonly type: 'waited'; readonly attempt: number; readonly waiting: SignInWaiting }
  | { readonly type: 'signed'; readonly attempt: number }
  | { readonly type: 'refused'; readonly attempt: number; readonly failure: SignInFailure }
  | { readonly type: 'stopped' | 'dismissed' }

export function signInTransition(state: SignInState, event: SignInEvent): SignInState {
  switch (event.type) {
    case 'gone':
      return state.at === 'idle' ? state : { at: 'idle' }
    case 'looked':
      return { at: 'checking', subject: event.subject }
    case 'found':
      return { at: 'signedIn', subject: event.subject }
  }
  if (state.at === 'idle') return state
  const { subject } = state
  switch (event.type) {
    // An answer for another account or network, or for a sign-in that was put off, comes too late (F48).
    case 'emailWanted':
      return event.subject === subject ? { at: 'email', subject } : state
    case 'preparing':
      return event.subject === subject ? { at: 'preparing', subject } : state
    case 'prepared': {
      if (event.subject !== subject || !isRenewable(state)) return state
      const { prepared, failure } = event
      return { at: 'ready', subject, prepared, ...(failure && { failure }) }
    }
    case 'unprepared':
      if (event.subject !== subject || !isRenewable(state)) return state
      return { at: 'unprepared', subject, failure: event.failure }
    case 'asked': {
      if (state.at !== 'ready') return state
      const { attempt, byTransaction } = event
      const { prepared } = state
      return {
        at: 'asking',
        subject,
        attempt,
        prepared,
        waiting: 'brief',
        ...(byTransaction && { byTransaction }),
      }
    }
    case 'dismissed':
      return state.at === 'signedIn' ? state : { at: 'dismissed', subject }
    case 'stopped':
      return state.at === 'asking' ? { at: 'ready', subject, prepared: state.prepared } : state
  }
  if ((state.at !== 'asking' && state.at !== 'verifying') || state.attempt !== event.attempt) return state
  const { attempt, prepared } = state
  switch (event.type) {
    case 'waited':
      return state.at === 'asking' ? { ...state, waiting: event.waiting } : state
    case 'signed':
      return { at: 'verifying', subject, attempt, prepared }
    case 'refused':
      return { at: 'ready', subject, prepared, failure: event.failure }
  }
}

function isRenewable({ at }: SignInState): boolean {
  return at === 'preparing' || at === 'ready' || at === 'unprepared'
}
