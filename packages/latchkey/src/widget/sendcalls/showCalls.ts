import { createCalls } from '../../engine/flows/send/createCalls.ts'
import {
  mostCalls,
  type SendCallsOptions,
  type SendCallsResult,
  sendCalls,
} from '../../engine/flows/send/sendCalls.ts'
import type { Runtime } from '../runtime/runtime.ts'

/**
 * Sends calls and, with `show`, shows how far they have come in the widget's card; closing it ends nothing.
 * @throws LatchkeyError what `sendCalls` does.
 */
export async function showCalls(
  runtime: Pick<Runtime, 'engine' | 'present'>,
  { show = true, ...options }: SendCallsOptions & { readonly show?: boolean },
): Promise<SendCallsResult> {
  const { ctx } = runtime.engine
  const { active, activeNamespace } = ctx.connections.getState()
  // What cannot be asked for at all is the host's to hear, and nothing to show a visitor.
  const calls = Array.isArray(options.calls) ? options.calls.slice(0, mostCalls + 1) : []
  const isSendable = calls.length > 0 && calls.length <= mostCalls && active[activeNamespace] !== undefined
  if (!show || !isSendable) return sendCalls(ctx, options)
  const run = createCalls(ctx, { ...options, calls })
  // The widget is not mounted yet: sending does not depend on a view.
  runtime.present({ view: 'WalletSendCalls', arguments: { run: run.machine } })
  // A wallet that never says it is not asked for a card that is gone.
  const off = ctx.facts.on('closed', () => {
    run.stopLooking()
    off()
  })
  return run.send()
}
