import { isLatchkeyError } from 'latchkey/contract'
import { useState, useSyncExternalStore } from 'react'
import type { PendingApproval } from '../provider/approval.ts'
import { isPasskeyRefusal } from '../provider/refusal.ts'
import type { ApprovalView } from './approvalView.ts'
import { composeApproval } from './composeApproval.ts'

/** Where a visitor is with an approval. */
export type ApprovalStep =
  | {
      readonly at: 'review'
      /** Why the last press had no effect. */
      readonly words?: string
    }
  /** Asked for the second time. */
  | { readonly at: 'again' }
  | { readonly at: 'working'; readonly sent: number }
  | { readonly at: 'failed'; readonly words: string }

export interface Approval {
  readonly view: ApprovalView
  readonly step: ApprovalStep
  /** What has to be there first: the end of an address, or what the network takes (T62). */
  readonly heldBy: 'address' | 'fee' | undefined
  readonly retyped: string
  retype(text: string): void
  /** Approves; called by the armed button. */
  agree(): void
  back(): void
}

/** What comes of a press. */
export interface ApprovalEnds {
  /** From here on the wallet's lock takes nothing away from it. */
  begun(): void
  done(): void
  /** Its visitor has to show first that it is them. */
  locked(): void
}

/** How many letters of an address that looks like another are typed again. */
export const retypeLength = 6

/** An approval as the screen draws it. */
export function useApproval(pending: PendingApproval, { begun, done, locked }: ApprovalEnds): Approval {
  const progress = useSyncExternalStore(pending.watch, pending.progress)
  const [step, setStep] = useState<ApprovalStep>({ at: 'review' })
  const [retyped, setRetyped] = useState('')
  const view = composeApproval(pending.request, progress)
  const isRetyped =
    view.alike === undefined ||
    retyped.trim().toLowerCase() === view.alike.address.slice(-retypeLength).toLowerCase()
  const { request } = pending
  const { is } = request
  const hasFee =
    is === 'calls' || (is === 'permission' && request.operation !== undefined) || is === 'solanaTransactions'
  const isFeeAsked = hasFee && progress.at === 'asking' && !progress.fee
  const heldBy = isRetyped ? (isFeeAsked ? 'fee' : undefined) : 'address'

  async function sign(): Promise<void> {
    setStep({ at: 'working', sent: 0 })
    begun()
    try {
      if (await pending.approve()) return done()
      setStep({ at: 'review' })
      locked()
    } catch (cause) {
      const words = failureWords(cause)
      setStep({ at: isPasskeyRefusal(cause) ? 'review' : 'failed', words })
    }
  }

  return {
    view,
    step: step.at === 'working' ? { ...step, sent: progress.sent } : step,
    heldBy,
    retyped,
    retype: setRetyped,
    agree() {
      if (heldBy || view.action === undefined) return
      if (step.at === 'review' && view.asksTwice.length > 0) setStep({ at: 'again' })
      else if (step.at === 'review' || step.at === 'again') void sign()
    },
    back: () => setStep({ at: 'review' }),
  }
}

/** The error that the page receives, in words for the visitor; errors of `keys` have no words for pages. */
export function failureWords(cause: unknown): string {
  if (!isLatchkeyError(cause)) return 'Something went wrong'
  const rpc = cause.context.rpc as { readonly message?: unknown } | undefined
  return typeof rpc?.message === 'string' ? rpc.message : cause.message
}
