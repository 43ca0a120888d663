/** What is to be paid, by the services and the chain; a page vouches for no token (T135). */
import { toCaipAddress } from '../../../contract/caip.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { isSameId } from '../../../contract/namespaceFacts.ts'
import type { Network } from '../../../contract/network.ts'
import type { TokenWords } from '../../../contract/paying.ts'
import { type AcceptedPayment, getPayment, type WirePayment } from '../../../contract/payments.ts'
import { factsOf } from '../../base/factsOf.ts'
import type { EngineContext } from '../../context.ts'
import { cleanName } from '../../nouns/identity/cleanName.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import { amountOf, networkIdOfAccepted, receiverOf, tokenOfAccepted } from './acceptedAmount.ts'
import type { Wish } from './checkPay.ts'
import type { ShownPayment } from './payFlow.ts'

export type ReadContext = Pick<EngineContext, 'adapter' | 'api' | 'config' | 'rpc'>

const symbolLength = 16
const descriptionLength = 200

/**
 * Reads a payment: the services' own, or the page's wish with the token's own decimals and symbol.
 * @throws LatchkeyError PAYMENT_UNSAFE, PAYMENT_INVALID (`context.reason` `unknown` or `amount`), PAYMENT_UNAVAILABLE.
 */
export async function readPayment(ctx: ReadContext, wish: Wish, signal: AbortSignal): Promise<ShownPayment> {
  return wish.kind === 'payment' ? readWire(ctx, wish.id, signal) : readWished(ctx, wish, signal)
}

/**
 * Reads it again, and compares: what is paid, to whom and what for never change.
 * @throws LatchkeyError PAYMENT_UNSAFE (`context.reason` `changed`), PAYMENT_UNAVAILABLE.
 */
export async function readAgain(
  ctx: ReadContext,
  known: WirePayment,
  signal: AbortSignal,
): Promise<WirePayment> {
  const now = await askServices(ctx, known.id, signal)
  if (termsOf(now) !== termsOf(known)) throw unsafe('changed')
  return now
}

/** All that was agreed to when it was looked at: what a payment has come to is left out. */
function termsOf(payment: WirePayment): string {
  const { id, accepts, reference, description, referenceId, fiat, createdAt, expiresAt } = payment
  const each = accepts.map(({ asset, amount, recipient, decimals, symbol }) => [
    ...[asset, amount, recipient, decimals, symbol],
  ])
  const price = fiat && [fiat.currency, fiat.value]
  return JSON.stringify([id, reference, each, description, referenceId, price, createdAt, expiresAt])
}

async function askServices(ctx: ReadContext, id: string, signal: AbortSignal): Promise<WirePayment> {
  try {
    const api = await ctx.api()
    const { payment } = await api.call(getPayment, { params: { payment: id }, signal })
    if (payment.id !== id) throw unsafe('id')
    return payment
  } catch (cause) {
    if (isLatchkeyError(cause, 'PAYMENT_UNSAFE')) throw cause
    if (isLatchkeyError(cause) && (cause.context.refusal === 'NOT_FOUND' || cause.context.status === 404))
      throw createError('PAYMENT_INVALID', { cause, context: { reason: 'unknown' } })
    throw createError('PAYMENT_UNAVAILABLE', { cause })
  }
}

async function readWire(ctx: ReadContext, id: string, signal: AbortSignal): Promise<ShownPayment> {
  const payment = await askServices(ctx, id, signal)
  await Promise.all(payment.accepts.map(accepted => checkAccepted(ctx, accepted, signal)))
  return shownOf(payment)
}

/** The services' payment as it is shown; texts of strangers are cleaned (T67). */
export function shownOf(payment: WirePayment): ShownPayment {
  const description =
    payment.description === null ? undefined : cleanName(payment.description, descriptionLength)
  const { expiresAt, fiat } = payment
  return {
    verified: true,
    payment,
    accepts: payment.accepts.map(each => ({
      ...each,
      symbol: cleanName(each.symbol, symbolLength) ?? '—',
    })),
    ...(description !== undefined && { description }),
    ...(expiresAt !== null && { expiresAt }),
    ...(fiat?.lockedUntil != null && { lockedUntil: fiat.lockedUntil }),
  }
}

/** What the services say of an asset is held against the chain's word, where a node gives it; before a wallet is asked it has to (`checkToken`). */
async function checkAccepted(
  ctx: ReadContext,
  accepted: AcceptedPayment,
  signal: AbortSignal,
): Promise<void> {
  amountOf(accepted)
  const network = findNetwork(ctx.config.networks, networkIdOfAccepted(accepted))
  if (!network) return
  const { isAddress, paying } = await ctx.adapter(network.chainNamespace)
  if (!isAddress(receiverOf(accepted))) throw unsafe('recipient')
  if (!paying) return
  try {
    await checkToken(ctx, { accepted, network }, signal)
  } catch (cause) {
    if (isLatchkeyError(cause, 'PAYMENT_UNSAFE')) throw cause
  }
}

/**
 * Asks a token itself for its decimals.
 * @throws LatchkeyError PAYMENT_UNSAFE (`context.reason` `decimals`, `recipient`) where it says others, what the chain's client throws.
 */
export async function checkToken(
  ctx: ReadContext,
  { accepted, network }: { readonly accepted: AcceptedPayment; readonly network: Network },
  signal: AbortSignal,
): Promise<void> {
  const address = tokenOfAccepted(accepted)
  if (address === undefined) {
    if (accepted.decimals !== network.nativeCurrency.decimals) throw unsafe('decimals')
    return
  }
  const spelling = factsOf(ctx.config, network.chainNamespace).tokens
  // Money that a token's own contract gets is lost.
  if (isSameId(receiverOf(accepted), address, spelling)) throw unsafe('recipient')
  const told = await askToken(ctx, network, address, signal)
  if (told?.decimals !== accepted.decimals) throw unsafe('decimals')
}

async function askToken(
  ctx: ReadContext,
  network: Network,
  address: string,
  signal: AbortSignal,
): Promise<TokenWords | undefined> {
  const { paying } = await ctx.adapter(network.chainNamespace)
  const chain = await paying?.()
  return chain?.token(ctx.rpc(network), { network, address }, signal)
}

async function readWished(
  ctx: ReadContext,
  wish: Extract<Wish, { kind: 'page' }>,
  signal: AbortSignal,
): Promise<ShownPayment> {
  const { network, token, amount, asset, recipient, description } = wish
  const words = await wordsOf(ctx, network, token, signal)
  const accepted: AcceptedPayment = {
    ...{ asset, amount, recipient: toCaipAddress(network.caipNetworkId, recipient) },
    decimals: words.decimals,
    symbol: (words.symbol !== undefined && cleanName(words.symbol, symbolLength)) || shortOf(token),
  }
  try {
    amountOf(accepted)
  } catch (cause) {
    throw createError('PAYMENT_INVALID', { cause, context: { reason: 'amount' } })
  }
  const cleaned = description === undefined ? undefined : cleanName(description, descriptionLength)
  return { verified: false, accepts: [accepted], ...(cleaned !== undefined && { description: cleaned }) }
}

async function wordsOf(
  ctx: ReadContext,
  network: Network,
  token: string | undefined,
  signal: AbortSignal,
): Promise<TokenWords> {
  const { nativeCurrency } = network
  if (token === undefined) return { symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals }
  const told = await askToken(ctx, network, token, signal).catch((cause: unknown) => {
    throw createError('PAYMENT_UNAVAILABLE', { cause })
  })
  if (!told) throw createError('PAYMENT_INVALID', { context: { reason: 'asset' } })
  return told
}

function shortOf(address = '—'): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address
}

function unsafe(reason: string): Error {
  return createError('PAYMENT_UNSAFE', { context: { reason } })
}
