import { createError } from '../../contract/errors/createError.ts'
import type { ErrorCode } from '../../contract/errors/table.ts'
import type { SendResult } from '../../contract/send.ts'
import type { ViewName } from '../../contract/views.ts'
import type { Facts } from '../../engine/base/facts.ts'

/** Answers hosts that opened a view for its result. */
export interface Answers {
  /** The result of a view that has one; an earlier pending result rejects as closed. */
  await(view: ViewName | undefined): Promise<SendResult> | undefined
  /** Rejects the pending result: with the last failure if there was one, else with the code. */
  giveUp(code: 'MODAL_CLOSED' | 'DESTROYED'): void
  destroy(): void
}

interface Waiting {
  readonly resolve: (result: SendResult) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Answers hosts that opened WalletSend with the wallet's result. A refusal stays in the view, so it rejects only when
 * the visitor leaves the view.
 */
export function createAnswers(facts: Facts): Answers {
  let waiting: Waiting | undefined
  let failure: ErrorCode | undefined
  /**
   * The waiting host at the time of each wallet request, by the transfer's id, null for none: only that host gets the
   * answer.
   */
  const askers = new Map<string, Waiting | null>()
  /**
   * A transaction found on the chain, without a new wallet request, has no asker: it answers the host that waits now.
   */
  const isOurs = (id: string) => {
    const asker = askers.get(id)
    askers.delete(id)
    return asker === undefined || asker === waiting
  }
  const stops = [
    facts.on('sendAsked', ({ id }) => {
      failure = undefined
      askers.set(id, waiting ?? null)
    }),
    facts.on('sendFailed', ({ id, code }) => {
      if (isOurs(id)) failure = code
    }),
    facts.on('sent', ({ id, result }) => {
      if (!isOurs(id)) return
      waiting?.resolve(result)
      waiting = undefined
    }),
  ]

  function giveUp(code: 'MODAL_CLOSED' | 'DESTROYED'): void {
    waiting?.reject(createError(code === 'MODAL_CLOSED' ? (failure ?? code) : code))
    waiting = undefined
  }

  return {
    giveUp,
    await(view) {
      giveUp('MODAL_CLOSED')
      failure = undefined
      if (view !== 'WalletSend') return undefined
      const promise = new Promise<SendResult>((resolve, reject) => {
        waiting = { resolve, reject }
      })
      // The handle returns another promise; this one needs no handler.
      promise.catch(() => undefined)
      return promise
    },
    destroy() {
      giveUp('DESTROYED')
      for (const stop of stops) stop()
    },
  }
}
