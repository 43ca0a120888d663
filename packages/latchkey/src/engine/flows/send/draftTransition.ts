import type { DraftEvent, SendDraft } from './draft.ts'

/** Longest text that a field of the draft keeps. */
const longest = 400
const noAmount = { unit: 'token', typed: '', max: false } as const

export function emptyDraft(id: string, owner?: SendDraft['owner']): SendDraft {
  return {
    id,
    owner,
    token: undefined,
    wanted: undefined,
    ...noAmount,
    to: '',
    receiver: { at: 'empty' },
    retyped: '',
  }
}

/** The draft's rules (SPEC §3, §4): pure; answers of a text that is not there any more are dropped. */
export function draftTransition(draft: SendDraft, event: DraftEvent): SendDraft {
  switch (event.type) {
    case 'began':
      return emptyDraft(event.id, event.owner)
    case 'renewed':
      return { ...draft, id: event.id }
    case 'tokenWanted':
      return { ...draft, wanted: event.key.slice(0, longest) }
    case 'tokenChosen': {
      // The same digits of another token would be another amount of money.
      const amount = draft.token?.key === event.token.key ? {} : noAmount
      return { ...draft, ...amount, token: event.token, wanted: undefined }
    }
    case 'tokensRead':
      return readTokens(draft, event.tokens)
    case 'amountTyped':
      return { ...draft, typed: event.text.slice(0, longest), max: false }
    case 'unitChosen':
      return { ...draft, unit: event.unit, typed: event.text, max: draft.max && event.unit === 'token' }
    case 'maxTaken':
      return { ...draft, unit: 'token', typed: event.text, max: true }
    case 'receiverTyped': {
      const to = event.text.slice(0, longest)
      // The receiver before is gone with the first letter: no answer may stand for a text that is another.
      return { ...draft, to, receiver: to.trim() === '' ? { at: 'empty' } : { at: 'looking' }, retyped: '' }
    }
    case 'receiverRead':
      return draft.to === event.text ? { ...draft, receiver: event.receiver } : draft
    case 'retyped':
      return { ...draft, retyped: event.text.slice(0, longest) }
  }
}

function readTokens(
  draft: SendDraft,
  tokens: Extract<DraftEvent, { type: 'tokensRead' }>['tokens'],
): SendDraft {
  const { token: chosen, wanted } = draft
  const asked = wanted === undefined ? undefined : tokens.find(token => token.key === wanted)
  if (asked) return { ...draft, token: asked, wanted: undefined }
  const again = chosen && tokens.find(token => token.key === chosen.key)
  // Without a price it is unknown how much of the token an amount in fiat is (F27).
  const amount = draft.unit === 'fiat' && again?.price === undefined ? noAmount : {}
  if (again) return again === chosen ? draft : { ...draft, ...amount, token: again }
  // A token that is no longer held cannot be sent. A visitor who asked for another one gets no default.
  if (chosen) return { ...draft, ...noAmount, token: undefined }
  const first = wanted === undefined ? tokens[0] : undefined
  return first ? { ...draft, token: first } : draft
}
