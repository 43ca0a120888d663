import type { ChainNamespace } from '../../contract/caip.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import type { Network } from '../../contract/network.ts'
import { refreshOwn } from '../../engine/nouns/embedded/ownAccounts.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** What became of it: `unsent`, nothing was; `unknown`, it may have been, or was and did not work. */
export type ActivationOutcome = 'active' | 'rejected' | 'unsent' | 'unknown'

/**
 * Puts the smart account in use on its network, by an operation that does nothing but this; the visitor approves it in the
 * frame. Ends once it is there, or is not. Never rejects.
 */
export async function activateAccount(
  engine: Runtime['engine'],
  options: {
    readonly connectionId: string
    readonly namespace: ChainNamespace
    readonly address: string
    readonly network: Network
  },
): Promise<ActivationOutcome> {
  const { address, network } = options
  const loaded = await import('../sendcalls/showCalls.ts').catch(() => undefined)
  if (!loaded) return 'unsent'
  // Account shows how far it has come: there is no card to open.
  const runtime = { engine, present: () => undefined }
  const calls = [{ to: address }]
  let outcome: ActivationOutcome = 'active'
  try {
    await loaded.showCalls(runtime, { show: false, calls, caipNetworkId: network.caipNetworkId })
  } catch (cause) {
    outcome = outcomeOf(cause)
  }
  if (outcome !== 'rejected') await refreshOwn(engine.ctx, options)
  return outcome
}

/** What an error of the calls says of them. */
export function outcomeOf(cause: unknown): Exclude<ActivationOutcome, 'active'> {
  if (!isLatchkeyError(cause)) return 'unknown'
  const { code, context } = cause
  if (code === 'SEND_REJECTED') return 'rejected'
  const wasSent = context.hash !== undefined || (Array.isArray(context.hashes) && context.hashes.length > 0)
  return wasSent || code === 'SEND_UNKNOWN' ? 'unknown' : 'unsent'
}
