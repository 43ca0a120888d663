/** The form's rules: pure. What was asked for another form is dropped, and no number of an earlier amount stays (SPEC-NOTES §4 "Swap"). */
import type { CaipAddress } from '../../../contract/caip.ts'
import { defaultSlippageBps, type QuoteFault } from '../../../contract/swap.ts'
import type { SwapFailure, SwapQuote, SwapToken } from '../../nouns/swaps/swapQuote.ts'
import type { SwapForm, SwapSide } from './swapFlow.ts'

/** Longest text that a field keeps. */
const longest = 400
const idle = { at: 'idle' } as const
const noAmount = { typed: '', max: false } as const

/** The form with what views need not know. */
export interface FormState extends SwapForm {
  /** The provider that the visitor chose: it stays chosen while it quotes. */
  readonly preferred: string | undefined
  /** The tokens that the host asked for, until they are found. */
  readonly wanted: Partial<Readonly<Record<SwapSide, string>>>
}

export type FormEvent =
  | { readonly type: 'began'; readonly id: string; readonly owner: CaipAddress | undefined }
  /** The same form under another id: what was asked for under the old one may still come. */
  | { readonly type: 'renewed'; readonly id: string }
  | { readonly type: 'wanted'; readonly wanted: FormState['wanted']; readonly typed?: string }
  | { readonly type: 'tokenChosen'; readonly side: SwapSide; readonly token: SwapToken }
  /** What is known of tokens now: chosen ones get their new amounts and prices, wanted ones are chosen. */
  | { readonly type: 'tokensRead'; readonly tokens: readonly SwapToken[] }
  /** `text`: what was got, which is given now. */
  | { readonly type: 'flipped'; readonly text: string }
  | { readonly type: 'typed'; readonly side: SwapSide; readonly text: string }
  | { readonly type: 'shareTaken'; readonly text: string; readonly max: boolean }
  | { readonly type: 'slippageChosen'; readonly bps: number }
  | { readonly type: 'quoteChosen'; readonly id: string }
  /** `key`: what is asked for, by `keyOf`. */
  | { readonly type: 'quotesAsked' }
  | {
      readonly type: 'quotesRead'
      readonly key: string
      readonly quotes: readonly SwapQuote[]
      readonly at: number
    }
  | {
      readonly type: 'quotesFailed'
      readonly key: string
      readonly failure: SwapFailure
      readonly reasons: readonly QuoteFault[]
    }

export function emptyForm(id: string, owner: CaipAddress | undefined): FormState {
  return {
    id,
    owner,
    sell: undefined,
    buy: undefined,
    side: 'sell',
    ...noAmount,
    slippageBps: defaultSlippageBps,
    quotes: idle,
    preferred: undefined,
    wanted: {},
  }
}

/** All that a quote depends on: an answer for another form is dropped. */
export function keyOf({ owner, sell, buy, side, typed, slippageBps }: SwapForm): string {
  return JSON.stringify([owner, sell?.key, buy?.key, side, typed, slippageBps])
}

export function formTransition(form: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case 'began':
      return { ...emptyForm(event.id, event.owner), slippageBps: form.slippageBps }
    case 'renewed':
      return { ...form, id: event.id }
    case 'wanted': {
      const { wanted, typed } = event
      return {
        ...form,
        sell: wanted.sell === undefined ? form.sell : undefined,
        buy: wanted.buy === undefined ? form.buy : undefined,
        ...(typed === undefined ? noAmount : { typed: typed.slice(0, longest), max: false }),
        side: 'sell',
        quotes: idle,
        wanted,
      }
    }
    case 'tokenChosen':
      return choose(form, event.side, event.token)
    case 'tokensRead':
      return readTokens(form, event.tokens)
    case 'flipped': {
      const { sell, buy } = form
      // Nothing is sold from where the account is not.
      if (buy?.caipNetworkId !== undefined) return form
      const typed = event.text.slice(0, longest)
      return { ...form, sell: buy, buy: sell, side: 'sell', typed, max: false, quotes: idle, wanted: {} }
    }
    case 'typed': {
      const typed = event.text.slice(0, longest)
      if (typed === form.typed && event.side === form.side) return form
      // What arrives on another network is what is left of what leaves.
      if (event.side === 'buy' && form.buy?.caipNetworkId !== undefined) return form
      return { ...form, side: event.side, typed, max: false, quotes: idle }
    }
    case 'shareTaken':
      return { ...form, side: 'sell', typed: event.text, max: event.max, quotes: idle }
    case 'slippageChosen':
      return event.bps === form.slippageBps ? form : { ...form, slippageBps: event.bps, quotes: idle }
    case 'quoteChosen': {
      const { quotes } = form
      const chosen = quotes.at === 'known' && quotes.quotes.find(({ id }) => id === event.id)
      return chosen ? { ...form, preferred: chosen.provider, quotes: { ...quotes, chosen } } : form
    }
    case 'quotesAsked': {
      const { quotes } = form
      return { ...form, quotes: quotes.at === 'known' ? { ...quotes, refreshing: true } : { at: 'asking' } }
    }
    case 'quotesRead': {
      const [best] = event.quotes
      if (event.key !== keyOf(form) || !best) return form
      const chosen = event.quotes.find(({ provider }) => provider === form.preferred) ?? best
      const quotes = {
        at: 'known',
        quotes: event.quotes,
        chosen,
        refreshing: false,
        readAt: event.at,
      } as const
      return { ...form, quotes }
    }
    case 'quotesFailed':
      if (event.key !== keyOf(form)) return form
      return { ...form, quotes: { at: 'failed', failure: event.failure, reasons: event.reasons } }
  }
}

function choose(form: FormState, side: SwapSide, token: SwapToken): FormState {
  const other = side === 'sell' ? 'buy' : 'sell'
  const before = form[side]
  const { [side]: _, ...wanted } = form.wanted
  if (before?.key === token.key) return { ...form, [side]: token, wanted }
  // The token of the other side: the two change places.
  const isSwapped = form[other]?.key === token.key
  // The same digits of another token would be another amount of money.
  const isTyped = side === form.side || isSwapped
  return {
    ...form,
    ...(isSwapped && { [other]: before }),
    ...(token.caipNetworkId !== undefined && { side: 'sell' as const }),
    [side]: token,
    ...(isTyped && noAmount),
    quotes: idle,
    wanted,
  }
}

function readTokens(form: FormState, tokens: readonly SwapToken[]): FormState {
  const found = (key: string | undefined) =>
    key === undefined ? undefined : tokens.find(token => token.key === key)
  let next = form
  for (const side of ['sell', 'buy'] as const) {
    const wanted = found(form.wanted[side])
    const again = found(form[side]?.key)
    if (wanted) {
      const { [side]: _, ...rest } = next.wanted
      next = { ...next, [side]: wanted, quotes: idle, wanted: rest }
    } else if (again && !isSameToken(again, form[side])) next = { ...next, [side]: again }
  }
  // A visitor who asked for another one gets no default.
  const first = next.sell || next.wanted.sell !== undefined ? undefined : tokens.find(isHeld)
  return first && first.key !== next.buy?.key ? { ...next, sell: first } : next
}

function isHeld({ amount }: SwapToken): boolean {
  return amount !== undefined && amount.value > 0n
}

function isSameToken(one: SwapToken, other: SwapToken | undefined): boolean {
  return (
    one.amount?.value === other?.amount?.value &&
    one.price === other?.price &&
    one.decimals === other?.decimals &&
    one.unlisted === other?.unlisted &&
    one.alike === other?.alike &&
    one.iconUrl === other?.iconUrl
  )
}
