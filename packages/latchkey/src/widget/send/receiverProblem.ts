import type { ErrorCode } from '../../contract/errors/table.ts'
import { type AddressFacts, isOwnContract } from '../../engine/flows/send/checkDraft.ts'
import type { SendDraft } from '../../engine/flows/send/draft.ts'
import { createTranslate, type Texts } from '../texts/translate.ts'
import { receiverProblemTexts } from './sendTexts.ts'

export interface ProblemWords {
  /** The host's own. */
  readonly texts: Texts | undefined
  readonly network: string
  /** Of the network's namespace. */
  readonly facts: AddressFacts
  readonly errorText: (code: ErrorCode) => string
}

/** The error of the receiver: SPEC §8's sentence, then the advice; undefined for a valid receiver. */
export function receiverProblem(
  draft: Pick<SendDraft, 'receiver' | 'token'>,
  { texts, network, facts, errorText }: ProblemWords,
): string | undefined {
  const t = createTranslate(receiverProblemTexts, texts)
  const { receiver, token } = draft
  if (isOwnContract(draft, facts))
    return `${errorText('RECEIVER_INVALID')}. ${t('send.problem.ownContract', { token: token?.symbol ?? '' })}`
  if (receiver.at !== 'wrong') return undefined
  const { problem } = receiver
  const first = problem === 'noName' || problem === 'offline' ? 'NAME_RESOLVE_FAILED' : 'RECEIVER_INVALID'
  const { ecosystem = '' } = receiver
  const letters = receiver.letters?.join('”, “') ?? ''
  return `${sentence(receiver.reason ?? errorText(first))} ${t(`send.problem.${problem}`, { network, letters, ecosystem })}`
}

/** Reasons come with a full stop or without one. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
