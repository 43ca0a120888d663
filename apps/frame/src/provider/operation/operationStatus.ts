import { toQuantity } from 'latchkey/evmcodec'
import type { JsonValue } from 'latchkey/services'
import type { ProviderDeps } from '../deps.ts'
import type { KeptOperation } from '../kept.ts'
import { networkFacts } from '../networkFacts.ts'
import { toReceipt } from '../sendBatch.ts'
import { operationOutcome } from './operationOutcome.ts'

/**
 * What became of calls that were sent as one (EIP-5792): 200 or 500 with the logs of this operation alone, 400 once it can never
 * happen any more, else 100. Never 600: all of them were done, or none.
 */
export async function operationStatus(
  deps: Pick<ProviderDeps, 'nodes'>,
  kept: KeptOperation,
): Promise<JsonValue> {
  const outcome = await operationOutcome(deps.nodes(kept.chainId), kept)
  const told = {
    version: '2.0.0',
    id: kept.id,
    chainId: toQuantity(networkFacts(kept.chainId).id),
    atomic: true,
  }
  if (outcome.at !== 'mined') return { ...told, status: outcome.at === 'dropped' ? 400 : 100 }
  const { isDone, receipt, logs } = outcome
  // The bundle's transaction works also where this operation fails.
  const own = toReceipt({ ...Object(receipt), status: isDone ? '0x1' : '0x0', logs })
  return { ...told, status: isDone ? 200 : 500, receipts: own ? [own] : [] }
}
