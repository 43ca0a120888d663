import { addressOf, networkIdOf } from 'latchkey/contract'
import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { makeChainBook } from '../../data/chains/makeChainBook.ts'
import type { ChainSettings } from '../../data/chains/readChainSettings.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { resolveAsset } from '../credits/resolveAsset.ts'
import { readPayment } from '../payments/readPayment.ts'

/**
 * The receiver that an open payment names for an asset, an address of the asset's network; undefined for a payment that is not known to the project, is over,
 * or does not take the asset.
 */
export type FindPaymentReceiver = (payment: {
  readonly project: string
  readonly id: string
  /** CAIP-19, in our one spelling. */
  readonly asset: string
}) => Promise<string | undefined>

/** Finds the receivers of payments: `oneOf(ctx, makePaymentReceiver)`. */
export function makePaymentReceiver(
  ctx: ServicesContext<RpcSettings & { readonly chains: ChainSettings }>,
): FindPaymentReceiver {
  const { store, now } = ctx
  const book = oneOf(ctx, makeChainBook)
  return async ({ project, id, asset }) => {
    const payment = await readPayment(store, id)
    const isOpen = payment?.state === 'open' || payment?.state === 'underpaid'
    if (payment?.project !== project || !isOpen || payment.expiresAt <= now()) return undefined
    // A payment has its assets as its backend wrote them.
    const accept = payment.accepts.find(each => resolveAsset(book, each.asset)?.id === asset)
    return accept === undefined || networkIdOf(accept.recipient) !== resolveAsset(book, asset)?.chain.id
      ? undefined
      : addressOf(accept.recipient)
  }
}
