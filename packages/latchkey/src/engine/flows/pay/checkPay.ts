/** What a page asks to be paid, checked before anything opens. */
import { parseAmount } from '../../../contract/amount.ts'
import { addressOf, namespaceOf, networkIdOf } from '../../../contract/caip.ts'
import { type CaipAsset, parseCaipAsset } from '../../../contract/caip19.ts'
import { createError } from '../../../contract/errors/createError.ts'
import type { Network } from '../../../contract/network.ts'
import type { EngineContext } from '../../context.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import { featuresOf } from '../../nouns/remoteconfig/featuresOf.ts'
import type { PayOptions } from './payFlow.ts'

/** A payment of the services, or what the page alone asks for. */
export type Wish =
  | { readonly kind: 'payment'; readonly id: string }
  | {
      readonly kind: 'page'
      readonly network: Network
      readonly asset: CaipAsset
      /** The contract or mint; absent for the network's own currency. */
      readonly token?: string
      /** An address in its usual written form. */
      readonly recipient: string
      /** A decimal text above zero. */
      readonly amount: string
      readonly description?: string
    }

const longestDescription = 200
/** The decimals that any amount may have: what the token has is asked of the chain. */
const mostDecimals = 36

/**
 * Checks what `pay()` was given.
 * @throws LatchkeyError PAYMENT_INVALID with `context.reason`; PAYMENT_UNSUPPORTED where payments are not offered; CHUNK_FAILED.
 */
export async function checkPay(
  ctx: Pick<EngineContext, 'config' | 'remote' | 'adapter'>,
  options: PayOptions,
): Promise<Wish> {
  if (typeof options !== 'object' || options === null) throw invalid('options')
  if (featuresOf(ctx).payments !== true)
    throw createError('PAYMENT_UNSUPPORTED', { context: { reason: 'features' } })
  const { paymentId, recipient, asset, amount, description } = options as Partial<
    Record<'paymentId' | 'recipient' | 'asset' | 'amount' | 'description', unknown>
  >
  if (paymentId !== undefined) {
    if ([recipient, asset, amount].some(each => each !== undefined)) throw invalid('paymentId stands alone')
    if (typeof paymentId !== 'string' || !/^[A-Za-z0-9_-]{16,64}$/.test(paymentId)) throw invalid('paymentId')
    if (!ctx.config.endpoints?.api)
      throw createError('PAYMENT_UNSUPPORTED', { context: { reason: 'endpoints.api' } })
    return { kind: 'payment', id: paymentId }
  }
  const parsed = typeof asset === 'string' ? parseCaipAsset(asset) : undefined
  if (!parsed) throw invalid('asset')
  const network = findNetwork(ctx.config.networks, parsed.network)
  if (!network) throw invalid('network')
  const adapter = await ctx.adapter(network.chainNamespace)
  if (!adapter.paying)
    throw createError('PAYMENT_UNSUPPORTED', { context: { reason: network.chainNamespace } })
  const isToken = parsed.kind !== 'slip44'
  if (isToken && !adapter.isAddress(parsed.reference)) throw invalid('asset')
  // Written in one way, so that the same wish is known again.
  const token = isToken ? adapter.formatAddress(parsed.reference) : undefined
  if (
    description !== undefined &&
    (typeof description !== 'string' || description.length > longestDescription)
  )
    throw invalid('description')
  return {
    kind: 'page',
    network,
    asset: `${network.caipNetworkId}/${parsed.kind}:${token ?? parsed.reference}`,
    ...(token !== undefined && { token }),
    recipient: adapter.formatAddress(receiverOf(recipient, network, adapter.isAddress)),
    amount: decimalOf(amount),
    ...(description && { description }),
  }
}

function receiverOf(
  value: unknown,
  network: Network,
  isAddress: (value: unknown) => value is string,
): string {
  if (typeof value !== 'string') throw invalid('recipient')
  if (isAddress(value)) return value
  if (String(value).split(':').length !== 3) throw invalid('recipient')
  const id = value as `${string}:${string}:${string}`
  // One of another network may have no owner on this one.
  const isHere = namespaceOf(id) === network.chainNamespace && networkIdOf(id) === network.caipNetworkId
  const address = addressOf(id)
  if (!isHere || !isAddress(address)) throw invalid('recipient')
  return address
}

function decimalOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > 80 || !/^\d+(?:\.\d+)?$/.test(value))
    throw invalid('amount')
  try {
    if (parseAmount(value, mostDecimals).value > 0n) return value
  } catch {
    // Too many decimals, or more than any token has.
  }
  throw invalid('amount')
}

function invalid(reason: string): Error {
  return createError('PAYMENT_INVALID', { context: { reason } })
}
