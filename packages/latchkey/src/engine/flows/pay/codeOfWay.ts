import { createError } from '../../../contract/errors/createError.ts'
import type { AcceptedPayment } from '../../../contract/payments.ts'
import type { EngineContext } from '../../context.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import { amountOf, assetOfAccepted, networkIdOfAccepted, receiverOf } from './acceptedAmount.ts'
import type { ShownPayment } from './payFlow.ts'

/**
 * The text of a code by which another wallet pays it (ERC-681, Solana Pay): amount, receiver and, where it can be carried, the reference.
 * @throws LatchkeyError PAYMENT_UNSUPPORTED, CHUNK_FAILED.
 */
export async function codeOfWay(
  ctx: Pick<EngineContext, 'adapter' | 'config'>,
  accepted: AcceptedPayment,
  { payment }: ShownPayment,
): Promise<string> {
  const network = findNetwork(ctx.config.networks, networkIdOfAccepted(accepted))
  const adapter = network && (await ctx.adapter(network.chainNamespace))
  if (!network || !adapter?.paying) throw createError('PAYMENT_UNSUPPORTED')
  const chain = await adapter.paying()
  const asset = assetOfAccepted(accepted, network)
  const reference = chain.carries(asset) ? payment?.reference : undefined
  const transfer = { network, to: receiverOf(accepted), asset, amount: amountOf(accepted) }
  const { metadata } = ctx.config
  return chain.uri({ ...transfer, ...(reference !== undefined && { reference }) }, metadata?.name)
}
