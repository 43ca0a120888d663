/** The form's rules: pure. What was asked for another form is dropped. */
import type { CaipAddress } from '../../../contract/caip.ts'
import type { WireExchange } from '../../../contract/exchange.ts'
import type { DepositAsset } from '../../nouns/funding/funding.ts'
import type { ExchangeAsk, ExchangeFailure, ExchangeProgress, ExchangesState } from './exchangeFlow.ts'

/** Longest text that a field keeps. */
const longest = 400
const idle = { at: 'idle' } as const

export interface ExchangeState {
  /** The active account; undefined while nothing is connected. */
  readonly owner: CaipAddress | undefined
  readonly ask: ExchangeAsk | undefined
  readonly typed: string
  readonly exchanges: ExchangesState
  readonly progress: ExchangeProgress
  /** The token that the host wants, until it is found among those that can be deposited. */
  readonly wanted: string | undefined
}

export type ExchangeEvent =
  /** Another account or network, or another order: a payment's ask stays. */
  | { readonly type: 'began'; readonly owner: CaipAddress | undefined; readonly ask?: ExchangeAsk }
  | { readonly type: 'wanted'; readonly token?: string; readonly typed?: string }
  /** `isWanted`: the asset is the one that the host wants. */
  | {
      readonly type: 'assetsRead'
      readonly assets: readonly DepositAsset[]
      readonly isWanted: (asset: DepositAsset, token: string) => boolean
    }
  | { readonly type: 'assetChosen'; readonly asset: DepositAsset }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'exchangesAsked' }
  /** What failed is asked for again. */
  | { readonly type: 'retried' }
  /** `asset`: what was asked for. */
  | { readonly type: 'exchangesRead'; readonly asset: string; readonly exchanges: readonly WireExchange[] }
  | { readonly type: 'exchangesFailed'; readonly asset: string; readonly failure: ExchangeFailure }
  | { readonly type: 'moved'; readonly progress: ExchangeProgress }

export function emptyExchange(owner: CaipAddress | undefined): ExchangeState {
  return { owner, ask: undefined, typed: '', exchanges: idle, progress: idle, wanted: undefined }
}

export function exchangeTransition(state: ExchangeState, event: ExchangeEvent): ExchangeState {
  switch (event.type) {
    case 'began':
      return { ...emptyExchange(event.owner), ask: event.ask }
    case 'wanted':
      return {
        ...state,
        ...(event.token !== undefined && { wanted: event.token, ask: undefined, exchanges: idle }),
        ...(event.typed !== undefined && { typed: event.typed.slice(0, longest) }),
      }
    case 'assetsRead':
      return withAssets(state, event)
    case 'assetChosen':
      if (state.ask?.payment !== undefined || state.ask?.asset === event.asset.asset) return state
      return deposit({ ...state, wanted: undefined }, event.asset)
    case 'typed':
      return { ...state, typed: event.text.slice(0, longest), progress: settled(state.progress) }
    case 'exchangesAsked':
      return { ...state, exchanges: { at: 'loading' } }
    case 'retried':
      if (state.exchanges.at !== 'failed') return state
      return { ...state, exchanges: idle, progress: settled(state.progress) }
    case 'exchangesRead':
      if (event.asset !== state.ask?.asset) return state
      return { ...state, exchanges: { at: 'known', exchanges: event.exchanges } }
    case 'exchangesFailed':
      if (event.asset !== state.ask?.asset) return state
      return { ...state, exchanges: { at: 'failed', failure: event.failure } }
    case 'moved':
      return { ...state, progress: event.progress }
  }
}

/** What is chosen stays as long as it can be deposited; then what the host wants, then the first. */
function withAssets(
  state: ExchangeState,
  { assets, isWanted }: Extract<ExchangeEvent, { type: 'assetsRead' }>,
): ExchangeState {
  const { ask, wanted } = state
  if (ask?.payment !== undefined) return state
  const found = wanted === undefined ? undefined : assets.find(each => isWanted(each, wanted))
  if (found) return deposit({ ...state, wanted: undefined }, found)
  if (ask && assets.some(({ asset }) => asset === ask.asset)) return state
  const [first] = assets
  return first ? deposit(state, first) : ask ? { ...state, ask: undefined, exchanges: idle } : state
}

function deposit(state: ExchangeState, { asset, shown }: DepositAsset): ExchangeState {
  const { owner } = state
  if (!owner) return state
  return { ...state, ask: { asset, shown, recipient: owner }, exchanges: idle, progress: idle }
}

/** A failure is over once something was changed; an order that is being opened goes on. */
function settled(progress: ExchangeProgress): ExchangeProgress {
  return progress.at === 'failed' ? idle : progress
}
