import { createError } from '../../contract/errors/createError.ts'
import type { ErrorCode } from '../../contract/errors/table.ts'
import type { SendResult } from '../../contract/send.ts'
import type { ViewName } from '../../contract/views.ts'
import type { Facts } from '../../engine/base/facts.ts'

/** Answers hosts that opened a view for its result. */
export interface Answers {
  /** The result of a view that has one; who waited for an earlier one is told that it was closed. */
  await(view: ViewName | undefined): Promise<SendResult> | undefined
  /** The view is gone without a result: the last failure is told, else the code. */
  giveUp(code: 'MODAL_CLOSED' | 'DESTROYED'): void
  destroy(): void
}

interface Waiting {
  readonly resolve: (result: SendResult) => void
  readonly reject: (cause: unknown) => void
}

/** WalletSend's result is what the wallet answers that was asked from there; a refusal stays in the view, so it is told when the view is left. */
export function createAnswers(facts: Facts): Answers {
  let waiting: Waiting | undefined
  let failure: ErrorCode | undefined
  /** Who waited when a wallet was asked, null for nobody, by the transfer's id: the answer is theirs alone. */
  const askers = new Map<string, Waiting | null>()
  /** What is found on the chain without asking a wallet again has no asker: it answers whoever waits now. */
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
      // The handle's promise is another one; nobody has to take this.
      promise.catch(() => undefined)
      return promise
    },
    destroy() {
      giveUp('DESTROYED')
      for (const stop of stops) stop()
    },
  }
}
