/** How far one transfer has come from the review to the wallet's answer (SPEC-NOTES §4 "Send"); pure. */
import type { SendResult, Transfer, TransferQuote } from '../../../contract/send.ts'
import type { Waiting } from '../../base/waiting.ts'

/** Why nothing was sent. */
export type SendFailure =
  | 'rejected'
  /** Another request waits in the wallet. */
  | 'busy'
  | 'offline'
  | 'funds'
  | 'unsupported'
  /** Another account or network became active on the way (T61). */
  | 'moved'
  /** What the wallet signed is not what it was asked for. */
  | 'changed'
  /** The visitor or the wallet took too long: the chain does not take it any more. */
  | 'expired'
  | 'other'

/** The transfer under review. */
export interface Review {
  /** Of the draft: pressed twice it is one transfer (T73). */
  readonly id: string
  readonly transfer: Transfer
  /** All there is: the amount follows the fee. */
  readonly max: boolean
  /** The name that leads to the receiver. */
  readonly name?: string
}

export type SendProgress =
  | { readonly at: 'idle' }
  | { readonly at: 'reviewing'; readonly review: Review; readonly quote: TransferQuote | 'asking' | 'failed' }
  | {
      readonly at: 'asking'
      readonly review: Review
      readonly quote: TransferQuote | 'asking' | 'failed'
      readonly attempt: number
      readonly waiting: Waiting
    }
  | {
      readonly at: 'refused'
      readonly review: Review
      readonly quote: TransferQuote | 'asking' | 'failed'
      readonly failure: SendFailure
    }
  /** The wallet sent it, or may have: what became of it is in the journal, under the id. */
  | {
      readonly at: 'sent' | 'unknown'
      readonly id: string
      /** The wallet's answer; an earlier try of the same transfer may have another id in the journal. */
      readonly result?: SendResult
      readonly review?: Review
    }

export type ProgressEvent =
  | { readonly type: 'reviewed'; readonly review: Review }
  | {
      readonly type: 'quoted'
      readonly id: string
      readonly transfer: Transfer
      readonly quote: TransferQuote
    }
  | { readonly type: 'quoteFailed'; readonly id: string }
  | { readonly type: 'asked'; readonly attempt: number }
  | { readonly type: 'waited'; readonly attempt: number; readonly waiting: Waiting }
  | { readonly type: 'refused'; readonly attempt: number; readonly failure: SendFailure }
  | { readonly type: 'sent'; readonly attempt: number; readonly result: SendResult }
  | { readonly type: 'unknown'; readonly attempt: number; readonly id?: string | undefined }
  /** The wallet's answer is no longer awaited. */
  | { readonly type: 'cancelled'; readonly attempt: number }
  /** One of the journal is to be looked at. */
  | { readonly type: 'followed'; readonly id: string; readonly at: 'sent' | 'unknown' }
  | { readonly type: 'left' }

export function progressTransition(state: SendProgress, event: ProgressEvent): SendProgress {
  switch (event.type) {
    case 'reviewed':
      return { at: 'reviewing', review: event.review, quote: 'asking' }
    case 'followed':
      return { at: event.at, id: event.id }
    case 'left':
      // A request that waits in the wallet goes on without the view.
      return state.at === 'asking' || state.at === 'idle' ? state : { at: 'idle' }
    case 'quoted':
      return isReviewOf(state, event.id)
        ? { ...state, review: { ...state.review, transfer: event.transfer }, quote: event.quote }
        : state
    case 'quoteFailed':
      return isReviewOf(state, event.id) ? { ...state, quote: 'failed' } : state
    case 'asked':
      return isOpen(state) ? { ...state, at: 'asking', attempt: event.attempt, waiting: 'brief' } : state
  }
  // An answer of an earlier try says nothing about this one.
  if (state.at !== 'asking' || state.attempt !== event.attempt) return state
  const { review, quote } = state
  switch (event.type) {
    case 'waited':
      return { ...state, waiting: event.waiting }
    case 'refused':
      return { at: 'refused', review, quote, failure: event.failure }
    case 'cancelled':
      return { at: 'idle' }
    case 'sent':
      return { at: 'sent', id: review.id, result: event.result, review }
    case 'unknown':
      return { at: 'unknown', id: event.id ?? review.id, review }
  }
}

/** Looked at before the wallet is asked, or asked once more: what it costs still matters. */
export function isOpen(state: SendProgress): state is Open {
  return state.at === 'reviewing' || state.at === 'refused'
}

type Open = Extract<SendProgress, { at: 'reviewing' | 'refused' }>

function isReviewOf(state: SendProgress, id: string): state is Open {
  return isOpen(state) && state.review.id === id
}
