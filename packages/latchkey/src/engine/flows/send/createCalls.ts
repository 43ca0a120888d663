/** Several calls of the host's, from the first question to the wallet to the chain's word (SPEC §5 "Batched wallet calls"). */
import { isLatchkeyError } from '../../../contract/error.ts'
import { type ErrorCode, errorTable } from '../../../contract/errors/table.ts'
import { createMachine, type Machine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { networkOf } from '../../nouns/accounts/projectState.ts'
import { waitForReceipt } from '../../nouns/journal/waitForReceipt.ts'
import { type CallsEvent, type CallsState, callsTransition } from './callsTransition.ts'
import { type SendCallsOptions, type SendCallsResult, sendCalls } from './sendCalls.ts'

export interface Calls {
  readonly machine: Pick<Machine<CallsState, CallsEvent>, 'getState' | 'subscribe'>
  /** Asks the wallet; once. @throws LatchkeyError what `sendCalls` does. */
  send(): Promise<SendCallsResult>
  /** Stops asking a wallet what became of a batch that it took; what is sent goes on. */
  stopLooking(): void
}

/** Follows calls of the active account on its network, or on `caipNetworkId`. */
export function createCalls(ctx: EngineContext, options: SendCallsOptions): Calls {
  const state = ctx.connections.getState()
  const network = networkOf(state, ctx.config.networks, state.activeNamespace)
  const machine = createMachine<CallsState, CallsEvent>(
    { calls: options.calls, network, at: 'asking', sent: 0, confirmed: 0, batch: false },
    callsTransition,
  )
  const looking = new AbortController()
  const { signal } = looking

  function stopped(cause: unknown) {
    const isKnown = isLatchkeyError(cause) && cause.code in errorTable
    machine.dispatch({ type: 'stopped', code: isKnown ? (cause.code as ErrorCode) : 'UNKNOWN' })
  }

  return {
    machine,
    async send() {
      try {
        const result = await sendCalls(ctx, {
          ...options,
          onProgress(progress) {
            const { done, hashes } = progress
            if (hashes.length > 0)
              machine.dispatch({ type: 'progressed', sent: hashes.length, confirmed: done })
            options.onProgress?.(progress)
          },
        })
        if (result.id === undefined) machine.dispatch({ type: 'confirmed' })
        else {
          machine.dispatch({ type: 'batched' })
          const { caipNetworkId = network.caipNetworkId } = options
          waitForReceipt(ctx, { id: result.id, caipNetworkId, signal }).then(
            ({ status }) => machine.dispatch({ type: status === 'confirmed' ? 'confirmed' : 'failed' }),
            cause => signal.aborted || stopped(cause),
          )
        }
        return result
      } catch (cause) {
        // With a hash it is the chain that said no.
        if (isLatchkeyError(cause, 'SEND_FAILED') && cause.context?.hash) machine.dispatch({ type: 'failed' })
        else stopped(cause)
        throw cause
      }
    },
    stopLooking: () => looking.abort(),
  }
}
