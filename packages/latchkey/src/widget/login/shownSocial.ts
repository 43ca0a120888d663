import { isSocialMethod, type SocialMethod } from '../../contract/loginNames.ts'
import type { SocialState } from '../../engine/flows/login/socialTransition.ts'

/** What ConnectingSocial is for at a moment. */
export type ShownSocial =
  /** What the frame asks, or is about to. */
  | { readonly is: 'frame' }
  | { readonly is: 'panel'; readonly method: SocialMethod }
  /** No method is chosen yet: the view lists them. */
  | { readonly is: 'list' }

/**
 * Decides what ConnectingSocial shows: a pending or ended attempt, otherwise the method that the view was opened for.
 */
export function shownSocial(state: SocialState, provider: unknown): ShownSocial {
  const { at } = state
  if (at === 'asked' || at === 'entering' || at === 'in') return { is: 'frame' }
  const given = isSocialMethod(provider) ? provider : undefined
  const method = at === 'idle' ? (given ?? state.method) : state.method
  if (method === undefined) return { is: 'list' }
  return method === 'passkey' && at === 'beginning' ? { is: 'frame' } : { is: 'panel', method }
}
