/** The name that a visitor types, and what the services say of it (SPEC §4 "Name registration"). Pure. */
import { brokenRule, type NameRule } from './nameRule.ts'

/** A name that can be had, or cannot. */
export interface NameOffer {
  /** Without the zone. */
  readonly label: string
  /** Registered, reserved, or too similar to a registered one. */
  readonly isTaken: boolean
}

export type TypedName =
  /** Nothing typed, or what breaks a rule. No request is sent. */
  | { readonly at: 'none'; readonly label: string; readonly rule?: NameRule }
  /** Typing has not stopped, or the services are asked. The last offers stay meanwhile. */
  | { readonly at: 'asking'; readonly label: string; readonly offers: readonly NameOffer[] }
  /** The typed one first. */
  | { readonly at: 'offered'; readonly label: string; readonly offers: readonly NameOffer[] }
  | {
      readonly at: 'failed'
      readonly label: string
      /** The services' first reason, else SPEC §8's sentence. */
      readonly reason: string
      /** Another try can help. */
      readonly canRetry: boolean
    }

export type TypedEvent =
  | { readonly type: 'typed'; readonly label: string }
  | { readonly type: 'offered'; readonly label: string; readonly offers: readonly NameOffer[] }
  | { readonly type: 'failed'; readonly label: string; readonly reason: string; readonly canRetry: boolean }

export const nothingTyped: TypedName = { at: 'none', label: '' }

/** An answer about another text than the one that stands there counts for nothing. */
export function typedTransition(state: TypedName, event: TypedEvent): TypedName {
  const { label } = event
  if (event.type === 'typed') {
    if (label === '') return nothingTyped
    const rule = brokenRule(label)
    if (rule !== undefined) return { at: 'none', label, rule }
    const offers = state.at === 'asking' || state.at === 'offered' ? state.offers : []
    return { at: 'asking', label, offers }
  }
  if (state.label !== label || state.at !== 'asking') return state
  if (event.type === 'offered') return { at: 'offered', label, offers: event.offers }
  return { at: 'failed', label, reason: event.reason, canRetry: event.canRetry }
}

/** Whether the typed name is known to be free. */
export function isFree(state: TypedName): boolean {
  return (
    state.at === 'offered' && state.offers.some(({ label, isTaken }) => label === state.label && !isTaken)
  )
}
