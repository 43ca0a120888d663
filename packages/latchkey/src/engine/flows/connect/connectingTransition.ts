/** How far asking one wallet has come (SPEC-NOTES §2 "ConnectingExternal"); answers of an earlier try are dropped. */
import type { ChainNamespace } from '../../../contract/caip.ts'
import type { Connection } from '../../../contract/connection.ts'
import type { LatchkeyError } from '../../../contract/error.ts'
import type { Waiting } from '../../base/waiting.ts'

/** What a visitor can do about a failure. */
export type ConnectFailure = 'pending' | 'badAnswer' | 'chunk' | 'offline' | 'unanswered' | 'other'

export type ConnectingState =
  | { readonly at: 'idle' }
  /** The wallet speaks several namespaces and none was asked for. */
  | { readonly at: 'choosing'; readonly namespaces: readonly ChainNamespace[] }
  | { readonly at: 'notInstalled' }
  | {
      readonly at: 'requesting'
      readonly attempt: number
      readonly namespace: ChainNamespace
      readonly waiting: Waiting
    }
  | {
      readonly at: 'connected'
      readonly attempt: number
      readonly namespace: ChainNamespace
      readonly connection: Connection
    }
  | { readonly at: 'rejected'; readonly attempt: number; readonly namespace: ChainNamespace }
  | {
      readonly at: 'failed'
      readonly attempt: number
      readonly namespace: ChainNamespace
      readonly failure: ConnectFailure
    }

export type ConnectingEvent =
  | { readonly type: 'entered'; readonly namespaces: readonly ChainNamespace[] }
  | { readonly type: 'asked'; readonly attempt: number; readonly namespace: ChainNamespace }
  | { readonly type: 'waited'; readonly attempt: number; readonly waiting: Waiting }
  | { readonly type: 'connected'; readonly attempt: number; readonly connection: Connection }
  | { readonly type: 'refused'; readonly attempt: number; readonly error: LatchkeyError }
  | { readonly type: 'left' }

export function connectingTransition(state: ConnectingState, event: ConnectingEvent): ConnectingState {
  switch (event.type) {
    case 'left':
      return state.at === 'idle' ? state : { at: 'idle' }
    case 'entered':
      return event.namespaces.length === 0
        ? { at: 'notInstalled' }
        : { at: 'choosing', namespaces: event.namespaces }
    case 'asked':
      return { at: 'requesting', attempt: event.attempt, namespace: event.namespace, waiting: 'brief' }
  }
  if (state.at !== 'requesting' || state.attempt !== event.attempt) return state
  const { attempt, namespace } = state
  switch (event.type) {
    case 'waited':
      return { ...state, waiting: event.waiting }
    case 'connected':
      return { at: 'connected', attempt, namespace, connection: event.connection }
    case 'refused':
      return event.error.code === 'CONNECTION_REJECTED'
        ? { at: 'rejected', attempt, namespace }
        : { at: 'failed', attempt, namespace, failure: failureOf(event.error) }
  }
}

function failureOf(error: LatchkeyError): ConnectFailure {
  if (error.context.reason === 'request-pending') return 'pending'
  if (error.code === 'WALLET_BAD_ANSWER') return 'badAnswer'
  if (error.code === 'CHUNK_FAILED') return 'chunk'
  if (error.code === 'APKT004') return 'unanswered'
  return error.kind === 'offline' || error.kind === 'timeout' ? 'offline' : 'other'
}
