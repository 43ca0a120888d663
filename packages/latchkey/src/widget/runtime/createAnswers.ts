import { createError } from '../../contract/errors/createError.ts'
import type { ErrorCode } from '../../contract/errors/table.ts'
import type { SendResult } from '../../contract/send.ts'
import type { ViewName } from '../../contract/views.ts'
import type { Facts } from '../../engine/base/facts.ts'
import type { PayResult } from '../../engine/flows/pay/payFlow.ts'
import type { ViewResults } from './viewResults.ts'

/** `SWAP_UNSUPPORTED`, `PAYMENT_UNSUPPORTED`: the view is not offered to this visitor. */
type GivenUp = 'MODAL_CLOSED' | 'DESTROYED' | 'SWAP_UNSUPPORTED' | 'PAYMENT_UNSUPPORTED'

/** What a view answers its host with. */
export type Answer = SendResult | PayResult

/** Answers hosts that opened a view for its result. */
export interface Answers {
  /** The result of a view that has one; an earlier pending result rejects as closed. */
  await(view: ViewName | undefined): Promise<Answer> | undefined
  /** Rejects the pending result: with the last failure if there was one, else with the code. A payment that is closed has a result. */
  giveUp(code: GivenUp): void
  destroy(): void
}

interface Waiting {
  readonly view: keyof ViewResults
  readonly resolve: (result: Answer) => void
  readonly reject: (cause: unknown) => void
}

/**
 * Answers hosts that opened WalletSend or Swap with the wallet's result. A refusal stays in the view, so it rejects
 * only when the visitor leaves the view. `hashOf`: the transaction of a batch, once the chain has it; `paid`: how far a payment has come.
 */
export function createAnswers(
  facts: Facts,
  hashOf: (batch: string) => Promise<string>,
  paid: () => PayResult,
): Answers {
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
  const isOurs = (view: keyof ViewResults, id: string) => {
    const asker = askers.get(id)
    askers.delete(id)
    return waiting?.view === view && (asker === undefined || asker === waiting)
  }
  const asked = (view: keyof ViewResults) => (fact: { readonly id: string }) => {
    if (waiting?.view === view) failure = undefined
    askers.set(fact.id, waiting ?? null)
  }
  const failed =
    (view: keyof ViewResults) =>
    ({ id, code }: { readonly id: string; readonly code: ErrorCode }) => {
      if (isOurs(view, id)) failure = code
    }
  const sent =
    (view: keyof ViewResults) =>
    ({ id, result }: { readonly id: string; readonly result: SendResult }) => {
      if (!isOurs(view, id)) return
      const { resolve, reject } = waiting ?? {}
      waiting = undefined
      // A host that swaps gets a hash, whatever way the wallet took; closing does not reject any more.
      if (view === 'Swap' && result.hash === undefined && result.id !== undefined)
        hashOf(result.id).then(hash => resolve?.({ hash }), reject)
      else resolve?.(result)
    }
  const stops = [
    facts.on('sendAsked', asked('WalletSend')),
    facts.on('sendFailed', failed('WalletSend')),
    facts.on('sent', sent('WalletSend')),
    facts.on('swapAsked', asked('Swap')),
    facts.on('swapFailed', failed('Swap')),
    facts.on('swapped', sent('Swap')),
  ]

  function giveUp(code: GivenUp): void {
    if (waiting?.view === 'Pay' && code === 'MODAL_CLOSED') waiting.resolve(paid())
    else waiting?.reject(createError(code === 'MODAL_CLOSED' ? (failure ?? code) : code))
    waiting = undefined
  }

  return {
    giveUp,
    await(view) {
      giveUp('MODAL_CLOSED')
      failure = undefined
      if (view !== 'WalletSend' && view !== 'Swap' && view !== 'Pay') return undefined
      const promise = new Promise<Answer>((resolve, reject) => {
        waiting = { view, resolve, reject }
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
