/** The form's rules: pure. What was asked for another form is dropped, and no number of an earlier amount stays (SPEC-NOTES §4 "On-ramp"). */
import type { CaipAddress } from '../../../contract/caip.ts'
import type { WireRampQuote } from '../../../contract/onramp.ts'
import type { RampFailure, RampForm, RampOptions, RampQuotes, RampToken } from './rampFlow.ts'
import { defaultCurrency, defaultToken } from './rampTokens.ts'

/** Longest text that a field keeps. */
const longest = 120
const idle = { at: 'idle' } as const

/** The form with what views need not know. */
export interface RampFormState extends RampForm {
  /** Who was chosen to sell, and how it is paid: it stays chosen while it quotes. */
  readonly preferred: string | undefined
  /** True: the visitor chose the token, which a network's default does not replace. */
  readonly isChosen: boolean
}

export type RampEvent =
  | { readonly type: 'began'; readonly owner: CaipAddress | undefined }
  | { readonly type: 'optionsAsked' }
  /** `here`: the network that a default token is on. */
  | { readonly type: 'optionsRead'; readonly options: RampOptions; readonly here: RampToken['caipNetworkId'] }
  | { readonly type: 'tokenChosen'; readonly key: string }
  | { readonly type: 'currencyChosen'; readonly id: string }
  | { readonly type: 'methodChosen'; readonly method: string | undefined }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'quoteChosen'; readonly id: string }
  | { readonly type: 'quotesAsked' }
  | { readonly type: 'quotesDropped' }
  /** `key`: what was asked for, by `rampKey`. */
  | {
      readonly type: 'quotesRead'
      readonly key: string
      readonly quotes: readonly WireRampQuote[]
      readonly faults: Extract<RampQuotes, { at: 'known' }>['faults']
      readonly sample: boolean
      readonly at: number
    }
  | {
      readonly type: 'quotesFailed'
      readonly key: string
      readonly failure: RampFailure
      readonly minimum?: string
      readonly maximum?: string
    }

export function emptyRamp(owner: CaipAddress | undefined): RampFormState {
  return {
    owner,
    options: { at: 'loading' },
    token: undefined,
    currency: undefined,
    typed: '',
    method: undefined,
    quotes: idle,
    preferred: undefined,
    isChosen: false,
  }
}

/** All that a quote depends on: an answer for another form is dropped. */
export function rampKey({ owner, options, token, currency, typed, method }: RampForm): string {
  const country = options.at === 'known' ? options.country : undefined
  return JSON.stringify([owner, country, token?.key, currency?.id, typed, method])
}

/** Who sells, and how it is paid: the same in the next answer. */
export function sellerOf({ provider, providerName, method }: WireRampQuote): string {
  return JSON.stringify([provider, providerName, method])
}

export function rampTransition(form: RampFormState, event: RampEvent): RampFormState {
  switch (event.type) {
    case 'began':
      return emptyRamp(event.owner)
    case 'optionsAsked':
      return { ...form, options: { at: 'loading' }, quotes: idle }
    case 'optionsRead':
      return readOptions(form, event.options, event.here)
    case 'tokenChosen': {
      const token =
        form.options.at === 'known' ? form.options.tokens.find(({ key }) => key === event.key) : undefined
      if (!token) return form
      return token.key === form.token?.key
        ? { ...form, isChosen: true }
        : { ...form, token, isChosen: true, quotes: idle }
    }
    case 'currencyChosen': {
      const currency =
        form.options.at === 'known' ? form.options.currencies.find(({ id }) => id === event.id) : undefined
      if (!currency || currency.id === form.currency?.id) return form
      // The same digits of another currency would be another amount of money.
      return { ...form, currency, typed: '', method: methodIn(currency, form.method), quotes: idle }
    }
    case 'methodChosen': {
      const method = methodIn(form.currency, event.method)
      return method === form.method ? form : { ...form, method, preferred: undefined, quotes: idle }
    }
    case 'typed': {
      const typed = event.text.slice(0, longest)
      return typed === form.typed ? form : { ...form, typed, quotes: idle }
    }
    case 'quoteChosen': {
      const { quotes } = form
      const chosen = quotes.at === 'known' && quotes.quotes.find(({ quoteId }) => quoteId === event.id)
      return chosen ? { ...form, preferred: sellerOf(chosen), quotes: { ...quotes, chosen } } : form
    }
    case 'quotesAsked': {
      const { quotes } = form
      return { ...form, quotes: quotes.at === 'known' ? { ...quotes, refreshing: true } : { at: 'asking' } }
    }
    case 'quotesDropped':
      return { ...form, quotes: idle }
    case 'quotesRead': {
      const [best] = event.quotes
      if (event.key !== rampKey(form) || !best) return form
      const chosen = event.quotes.find(quote => sellerOf(quote) === form.preferred) ?? best
      const { quotes, faults, sample, at: readAt } = event
      return { ...form, quotes: { at: 'known', quotes, chosen, faults, sample, refreshing: false, readAt } }
    }
    case 'quotesFailed': {
      if (event.key !== rampKey(form)) return form
      const { failure, minimum, maximum } = event
      const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
      return { ...form, quotes: { at: 'failed', failure, ...bounds } }
    }
  }
}

function methodIn(currency: RampForm['currency'], method: string | undefined): string | undefined {
  return currency?.payment_method_limits.some(({ id }) => id === method) ? method : undefined
}

/** What was chosen stays chosen as long as it is offered. */
function readOptions(
  form: RampFormState,
  options: RampOptions,
  here: RampToken['caipNetworkId'],
): RampFormState {
  if (options.at !== 'known') return { ...form, options, quotes: idle }
  const same = options.tokens.find(({ key }) => key === form.token?.key)
  const token = form.isChosen && same ? same : defaultToken(options.tokens, here)
  const currency =
    options.currencies.find(({ id }) => id === form.currency?.id) ?? defaultCurrency(options.currencies)
  const isOther = form.currency !== undefined && currency?.id !== form.currency.id
  return {
    ...form,
    options,
    token,
    currency,
    ...(isOther && { typed: '' }),
    method: methodIn(currency, form.method),
    isChosen: form.isChosen && same !== undefined,
    quotes: idle,
  }
}
