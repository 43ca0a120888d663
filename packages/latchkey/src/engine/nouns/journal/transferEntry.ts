import { parseAmount, toDecimalString } from '../../../contract/amount.ts'
import type { PaymentEntry, TransferEntry } from '../../../contract/journal.ts'
import type { Transfer } from '../../../contract/send.ts'
import type { EngineContext } from '../../context.ts'
import { findNetwork } from '../networks/findNetwork.ts'

/** A transfer as the journal stores it. */
export function toEntry(
  { from, network, to, asset, amount }: Transfer,
  { id, at }: Pick<TransferEntry, 'id' | 'at'>,
): TransferEntry {
  const { caipNetworkId } = network
  return {
    kind: 'transfer',
    id,
    from,
    caipNetworkId,
    to,
    asset,
    amount: toDecimalString(amount),
    at,
    status: 'asked',
  }
}

/** The transfer of an entry; undefined when the host does not list its network any more. */
export function toTransfer(ctx: Pick<EngineContext, 'config'>, entry: TransferEntry): Transfer | undefined {
  const network = findNetwork(ctx.config.networks, entry.caipNetworkId)
  if (!network) return undefined
  const { from, to, asset } = entry
  return { from, network, to, asset, amount: parseAmount(entry.amount, asset.decimals) }
}

/** The transfer of a payment that is one; undefined when the host does not list its network any more. */
export function ofPayment(ctx: Pick<EngineContext, 'config'>, entry: PaymentEntry): Transfer | undefined {
  const network = findNetwork(ctx.config.networks, entry.caipNetworkId)
  if (!network) return undefined
  const { from, recipient: to, out, reference } = entry
  const amount = parseAmount(out.amount, out.asset.decimals)
  return { from, network, to, asset: out.asset, amount, ...(reference !== undefined && { reference }) }
}
