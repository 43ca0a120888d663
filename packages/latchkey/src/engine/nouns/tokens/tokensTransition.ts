import type { Portfolio, TokensState } from './tokens.ts'

export type TokensEvent =
  | { readonly type: 'asked'; readonly caip10: string }
  /** Found in the store: somebody may be on the way to ask for a newer one. */
  | { readonly type: 'recalled'; readonly caip10: string; readonly portfolio: Portfolio }
  | { readonly type: 'known'; readonly caip10: string; readonly portfolio: Portfolio }
  | { readonly type: 'failed' | 'unsupported'; readonly caip10: string; readonly retryAt: number }

export const noTokens: TokensState = {
  portfolios: {},
  failed: [],
  unsupported: [],
  retryAt: {},
  loading: [],
}

/** What is known of holdings; what was known stays known when a question fails (F20). */
export function tokensTransition(state: TokensState, event: TokensEvent): TokensState {
  const { caip10 } = event
  const settled = { ...state, loading: without(state.loading, caip10) }
  switch (event.type) {
    case 'asked':
      return { ...state, loading: having(state.loading, caip10) }
    case 'recalled':
      return state.portfolios[caip10] ? state : { ...state, portfolios: keep(state, event) }
    case 'known': {
      const { [caip10]: _, ...retryAt } = state.retryAt
      return {
        ...settled,
        portfolios: keep(state, event),
        failed: without(state.failed, caip10),
        unsupported: without(state.unsupported, caip10),
        retryAt,
      }
    }
    case 'failed':
    case 'unsupported':
      return {
        ...settled,
        failed: event.type === 'failed' ? having(state.failed, caip10) : without(state.failed, caip10),
        unsupported:
          event.type === 'failed' ? without(state.unsupported, caip10) : having(state.unsupported, caip10),
        retryAt: { ...state.retryAt, [caip10]: event.retryAt },
      }
  }
}

function keep(
  state: TokensState,
  { caip10, portfolio }: { readonly caip10: string; readonly portfolio: Portfolio },
): TokensState['portfolios'] {
  return { ...state.portfolios, [caip10]: portfolio }
}

function having(list: readonly string[], one: string): readonly string[] {
  return list.includes(one) ? list : [...list, one]
}

function without(list: readonly string[], one: string): readonly string[] {
  return list.includes(one) ? list.filter(each => each !== one) : list
}
