import { toDecimalString } from '../../../contract/amount.ts'
import { namespaceOf } from '../../../contract/caip.ts'
import type { SwapEntry } from '../../../contract/journal.ts'
import type { TransferReceipt } from '../../../contract/send.ts'
import { findNetwork } from '../networks/findNetwork.ts'
import { type SettleContext, toldOf } from './settleEntry.ts'

/** What arrived and left by the logs of a swap's transactions: empty where no node says (F26), never the quote. */
export async function swapLegs(
  ctx: SettleContext,
  entry: SwapEntry,
  receipt: TransferReceipt,
): Promise<Pick<SwapEntry, 'legs'>> {
  const { from, caipNetworkId, batchId, recipient, toNetworkId } = entry
  const network = findNetwork(ctx.config.networks, caipNetworkId)
  const [sell, buy] = [entry.out.asset, entry.in.asset]
  try {
    const { swapping } = await ctx.adapter(namespaceOf(caipNetworkId))
    if (!network || !swapping) return {}
    const of = await swapping()
    const batch = batchId === undefined ? undefined : await toldOf(ctx, caipNetworkId, batchId)
    const own = receipt.status === 'replaced' ? receipt.by : receipt.hash
    const hash = batch && batch.hashes.length > 1 ? batch.hashes : own
    const terms = {
      ...{ from, network, sell, buy },
      ...(recipient !== undefined && { recipient }),
      ...(toNetworkId !== undefined && { toNetworkId }),
    }
    const legs = await of.legs(ctx.rpc(network), { hash, terms }, ctx.signal)
    const out = legs.out && { asset: sell, amount: toDecimalString(legs.out) }
    const into = legs.in && { asset: buy, amount: toDecimalString(legs.in) }
    return { legs: { ...(out && { out }), ...(into && { in: into }) } }
  } catch {
    return {}
  }
}
