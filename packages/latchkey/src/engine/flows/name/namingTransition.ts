/** How far a name's registration or change has come (SPEC §4 "Name registration"), as a pure machine. */
import type { OwnName } from '../../nouns/names/ownNames.ts'

/** What is to be signed. */
export type NameOrder =
  | { readonly action: 'register'; readonly name: string }
  | {
      readonly action: 'records'
      readonly name: string
      readonly records: Readonly<Record<string, string>>
    }
  | { readonly action: 'transfer'; readonly name: string; readonly to: string }
  | { readonly action: 'primary' | 'release'; readonly name: string }

/** What a visitor can do about it differs. */
export type NamingFailure =
  | 'rejected'
  | 'pending'
  /** The wallet cannot sign. */
  | 'unable'
  | 'offline'
  /** Another account was faster: the suggestions say what is left. */
  | 'taken'
  /** The services refused it, by their reason. */
  | 'refused'
  | 'other'

/** `slow` after 10 s, `silent` after 30 s without an answer. */
export type NamingWaiting = 'brief' | 'slow' | 'silent'

interface Of {
  readonly order: NameOrder
}
interface Attempt extends Of {
  readonly attempt: number
}

export type NamingState =
  | { readonly at: 'idle' }
  /** The nonce is being fetched. */
  | ({ readonly at: 'preparing' } & Attempt)
  | ({
      readonly at: 'asking'
      readonly waiting: NamingWaiting
      /** Letter for letter what the wallet signs. */
      readonly text: string
    } & Attempt)
  /** Signed; the services decide. */
  | ({ readonly at: 'sending' } & Attempt)
  /** The wallet took longer than the services wait for a signature: one more is needed. */
  | ({ readonly at: 'lapsed' } & Of)
  | ({ readonly at: 'failed'; readonly failure: NamingFailure; readonly reason?: string } & Of)
  /** `name` is absent once it is given up or handed on. */
  | ({ readonly at: 'done'; readonly name?: OwnName } & Of)

export type NamingEvent =
  | ({ readonly type: 'began' } & Attempt)
  | { readonly type: 'asked'; readonly attempt: number; readonly text: string }
  | { readonly type: 'waited'; readonly attempt: number; readonly waiting: NamingWaiting }
  | { readonly type: 'signed' | 'lapsed'; readonly attempt: number }
  | {
      readonly type: 'failed'
      readonly attempt: number
      readonly failure: NamingFailure
      readonly reason?: string | undefined
    }
  | { readonly type: 'done'; readonly attempt: number; readonly name?: OwnName | undefined }
  /** The visitor gave up waiting, or another account is active. */
  | { readonly type: 'stopped' }

/** Whether the wallet or the services are still to answer. */
export function isUnderWay(
  state: NamingState,
): state is Extract<NamingState, { readonly at: 'preparing' | 'asking' | 'sending' }> {
  return state.at === 'preparing' || state.at === 'asking' || state.at === 'sending'
}

export function namingTransition(state: NamingState, event: NamingEvent): NamingState {
  switch (event.type) {
    case 'began':
      // One at a time: what is under way is stopped first, where it can be.
      return isUnderWay(state) ? state : { at: 'preparing', order: event.order, attempt: event.attempt }
    case 'stopped':
      return { at: 'idle' }
  }
  // An answer to an earlier attempt comes too late (F48).
  if (!isUnderWay(state) || state.attempt !== event.attempt) return state
  const { order, attempt } = state
  switch (event.type) {
    case 'asked':
      return state.at === 'preparing'
        ? { at: 'asking', order, attempt, waiting: 'brief', text: event.text }
        : state
    case 'waited':
      return state.at === 'asking' ? { ...state, waiting: event.waiting } : state
    case 'signed':
      return state.at === 'asking' ? { at: 'sending', order, attempt } : state
    case 'lapsed':
      return { at: 'lapsed', order }
    case 'failed': {
      const { failure, reason } = event
      return { at: 'failed', order, failure, ...(reason !== undefined && { reason }) }
    }
    case 'done':
      return { at: 'done', order, ...(event.name && { name: event.name }) }
  }
}
