/** How far a pairing has come (SPEC §4 "Pairing"): a pure machine; answers of an earlier attempt are dropped. */
import type { ErrorCode } from '../../../contract/errors/table.ts'
import { limits } from '../../../contract/limits.ts'

/** What a wallet scans or is opened with. */
export interface PairLink {
  /** Never log it: anyone who has it can answer in the wallet's place. */
  readonly uri: string
  /** Milliseconds since the epoch; it is taken for expired 10 s earlier. */
  readonly madeAt: number
  readonly expiresAt: number
}

/** Who answered, as its connection says it. */
export interface PairedWallet {
  readonly name: string
  /** A `data:` picture. */
  readonly icon?: string
}

export type PairState =
  | { readonly at: 'idle' }
  /** The URI is on its way; `renewed` when it takes the place of one that ran out. */
  | { readonly at: 'preparing'; readonly attempt: number; readonly renewed: boolean }
  /** It can be scanned, or a wallet opened with it. */
  | { readonly at: 'ready'; readonly attempt: number; readonly link: PairLink; readonly renewed: boolean }
  /** The visitor was sent to a wallet on this device, to approve there. */
  | { readonly at: 'approving'; readonly attempt: number; readonly link: PairLink }
  /** A wallet has answered, and the session is on its way. */
  | { readonly at: 'scanned'; readonly attempt: number; readonly link: PairLink }
  | { readonly at: 'connected'; readonly attempt: number; readonly wallet: PairedWallet }
  /** The wallet said no; `link` is the next URI, once it is there. */
  | { readonly at: 'rejected'; readonly attempt: number; readonly link?: PairLink }
  | { readonly at: 'expired'; readonly attempt: number }
  | { readonly at: 'failed'; readonly attempt: number; readonly code: ErrorCode }

export type PairEvent =
  | { readonly type: 'asked'; readonly attempt: number }
  | { readonly type: 'prepared'; readonly attempt: number; readonly link: PairLink }
  | { readonly type: 'opened' }
  | { readonly type: 'returned' }
  | { readonly type: 'scanned'; readonly uri: string }
  | { readonly type: 'approved'; readonly wallet: PairedWallet }
  | { readonly type: 'ranOut'; readonly attempt: number }
  | { readonly type: 'refused'; readonly attempt: number; readonly code: ErrorCode }
  | { readonly type: 'ended' }

export const idlePair: PairState = { at: 'idle' }

export function pairTransition(state: PairState, event: PairEvent): PairState {
  switch (event.type) {
    case 'asked':
      return ask(state, event.attempt)
    case 'ended':
      return state.at === 'idle' ? state : idlePair
    // Whichever attempt it was: the visitor said yes to this page, and the URI was the page's own.
    case 'approved':
      return state.at === 'idle' ? state : { at: 'connected', attempt: state.attempt, wallet: event.wallet }
    case 'opened':
      return openWallet(state)
    case 'returned':
      return (state.at === 'approving' || state.at === 'rejected') && state.link
        ? ready(state.attempt, state.link, false)
        : state
    case 'scanned':
      return linkOf(state)?.uri === event.uri && 'link' in state && state.link
        ? { at: 'scanned', attempt: state.attempt, link: state.link }
        : state
    case 'prepared':
      return prepare(state, event)
    case 'ranOut':
      return isOf(state, event.attempt) && (state.at === 'ready' || state.at === 'rejected')
        ? { at: 'expired', attempt: state.attempt }
        : state
    case 'refused':
      return isOf(state, event.attempt) ? refuse(state, event.code) : state
  }
}

/** The URI of now, if it can still be used for what is about to begin. */
export function linkOf(state: PairState): PairLink | undefined {
  return 'link' in state ? state.link : undefined
}

/** Whether a URI has at least 10 s left (SPEC §5 "Pairing"). */
export function isFresh(link: PairLink | undefined, now: number): link is PairLink {
  return link !== undefined && link.expiresAt - now >= limits.pairingExpiredUnder
}

/** How long until another try is allowed, in ms: 1 s after the last (SPEC §5 "Pairing"). */
export function retryIn(triedAt: number | undefined, now: number): number {
  if (triedAt === undefined) return 0
  // A clock that was set back must not lock the visitor out.
  return Math.min(limits.pairingRetryGap, Math.max(0, triedAt + limits.pairingRetryGap - now))
}

// The next URI after a refusal is fetched while the refusal is still shown.
function ask(state: PairState, attempt: number): PairState {
  if (state.at === 'rejected') return { at: 'rejected', attempt }
  return { at: 'preparing', attempt, renewed: state.at === 'ready' || state.at === 'expired' }
}

function prepare(state: PairState, { attempt, link }: Extract<PairEvent, { type: 'prepared' }>): PairState {
  if (!isOf(state, attempt)) return state
  if (state.at === 'rejected') return { at: 'rejected', attempt, link }
  return state.at === 'preparing' ? ready(attempt, link, state.renewed) : state
}

function openWallet(state: PairState): PairState {
  if (state.at !== 'ready' && state.at !== 'rejected') return state
  return state.link ? { at: 'approving', attempt: state.attempt, link: state.link } : state
}

function refuse(state: Exclude<PairState, { at: 'idle' }>, code: ErrorCode): PairState {
  const { attempt } = state
  if (state.at === 'connected') return state
  if (code === 'CONNECTION_REJECTED') return { at: 'rejected', attempt }
  return code === 'APKT004' ? { at: 'expired', attempt } : { at: 'failed', attempt, code }
}

function ready(attempt: number, link: PairLink, renewed: boolean): PairState {
  return { at: 'ready', attempt, link, renewed }
}

function isOf(state: PairState, attempt: number): state is Exclude<PairState, { at: 'idle' }> {
  return state.at !== 'idle' && state.attempt === attempt
}
