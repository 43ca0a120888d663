import { isLatchkeyError } from '../../contract/error.ts'
import { type ErrorCode, errorTable } from '../../contract/errors/table.ts'
import { createMachine } from '../../engine/base/machine.ts'
import {
  mostCalls,
  type SendCallsOptions,
  type SendCallsResult,
  sendCalls,
} from '../../engine/flows/send/sendCalls.ts'
import { waitForReceipt } from '../../engine/flows/send/waitForReceipt.ts'
import { networkOf } from '../../engine/nouns/accounts/projectState.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { type CallsEvent, type CallsState, callsTransition } from './callsTransition.ts'

/**
 * Sends calls and, with `show`, shows how far they have come in the widget's card; closing it ends nothing.
 * @throws LatchkeyError what `sendCalls` does.
 */
export async function showCalls(
  runtime: Runtime,
  { show = true, ...options }: SendCallsOptions & { readonly show?: boolean },
): Promise<SendCallsResult> {
  const { ctx } = runtime.engine
  const state = ctx.connections.getState()
  const { active, activeNamespace } = state
  // What cannot be asked for at all is the host's to hear, and nothing to show a visitor.
  const calls = Array.isArray(options.calls) ? options.calls.slice(0, mostCalls + 1) : []
  const isSendable = calls.length > 0 && calls.length <= mostCalls && active[activeNamespace] !== undefined
  if (!show || !isSendable) return sendCalls(ctx, options)
  const network = networkOf(state, ctx.config.networks, activeNamespace)
  const begun = { calls, network, at: 'asking', sent: 0, confirmed: 0, batch: false } as const
  const run = createMachine<CallsState, CallsEvent>(begun, callsTransition)
  const stopped = (cause: unknown) =>
    run.dispatch({
      type: 'stopped',
      code: isLatchkeyError(cause) && cause.code in errorTable ? (cause.code as ErrorCode) : 'UNKNOWN',
    })
  // Where it is not mounted yet: what is sent does not depend on what is seen of it.
  runtime.present({ view: 'WalletSendCalls', arguments: { run } })
  const looking = new AbortController()
  const off = ctx.facts.on('closed', () => {
    looking.abort()
    off()
  })
  const sending = sendCalls(ctx, {
    ...options,
    onProgress(progress) {
      const { done, hashes } = progress
      if (hashes.length > 0) run.dispatch({ type: 'progressed', sent: hashes.length, confirmed: done })
      options.onProgress?.(progress)
    },
  })
  try {
    const result = await sending
    if (result.id === undefined) run.dispatch({ type: 'confirmed' })
    else {
      run.dispatch({ type: 'batched' })
      const { caipNetworkId = network.caipNetworkId } = options
      // A wallet that never says it is not asked for a card that is gone.
      const { signal } = looking
      waitForReceipt(ctx, { id: result.id, caipNetworkId, signal }).then(
        ({ status }) => run.dispatch({ type: status === 'confirmed' ? 'confirmed' : 'failed' }),
        cause => signal.aborted || stopped(cause),
      )
    }
    return result
  } catch (cause) {
    // With a hash it is the chain that said no.
    if (isLatchkeyError(cause, 'SEND_FAILED') && cause.context?.hash) run.dispatch({ type: 'failed' })
    else stopped(cause)
    throw cause
  }
}
