import type { ErrorCode } from '../../contract/errors/table.ts'
import type { SendDraft } from '../../engine/send/draft.ts'
import { receiverTexts } from '../texts/receiverTexts.ts'
import { createTranslate, type Texts } from '../texts/translate.ts'

export interface ProblemWords {
  /** The host's own. */
  readonly texts: Texts | undefined
  readonly network: string
  readonly errorText: (code: ErrorCode) => string
}

/** What is wrong with the receiver: SPEC §8's sentence, then what to do; undefined when nothing is. */
export function receiverProblem(
  { receiver, token }: Pick<SendDraft, 'receiver' | 'token'>,
  { texts, network, errorText }: ProblemWords,
): string | undefined {
  const t = createTranslate(receiverTexts, texts)
  const isOwnContract =
    receiver.at === 'known' &&
    token?.address !== undefined &&
    token.address.toLowerCase() === receiver.address.toLowerCase()
  if (isOwnContract)
    return `${errorText('RECEIVER_INVALID')}. ${t('send.problem.ownContract', { token: token?.symbol ?? '' })}`
  if (receiver.at !== 'wrong') return undefined
  const { problem } = receiver
  const first = problem === 'noName' || problem === 'offline' ? 'NAME_RESOLVE_FAILED' : 'RECEIVER_INVALID'
  const letters = receiver.letters?.join('”, “') ?? ''
  return `${errorText(first)}. ${t(`send.problem.${problem}`, { network, letters })}`
}
