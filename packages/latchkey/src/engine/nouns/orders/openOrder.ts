/** From the press to the provider's page: window, order, checks, journal, and only then the page (T20, T71, T73). */
import { addressOf, type CaipAddress, namespaceOf } from '../../../contract/caip.ts'
import type { CaipAsset } from '../../../contract/caip19.ts'
import { isLatchkeyError } from '../../../contract/error.ts'
import { isLoopback } from '../../../contract/link.ts'
import { isSameId } from '../../../contract/namespaceFacts.ts'
import { type OpenedOrder, type RampFault, rampFaults, type WireOrder } from '../../../contract/orders.ts'
import type { SentAsset } from '../../../contract/send.ts'
import { factsOf } from '../../base/factsOf.ts'
import { wait } from '../../base/wait.ts'
import type { Engine } from '../../engine.ts'
import { activeAccount } from '../accounts/activeAccount.ts'
import { isOrderUrl } from './isOrderUrl.ts'
import { isSameAsset } from './isSameAsset.ts'
import { orderEntry } from './orderEntry.ts'
import type { OpenOrderWindow } from './orders.ts'
import { readHeld } from './readHeld.ts'

/** The page does not wait longer for what is held, in milliseconds. */
const heldWait = 1_500

export interface OrderToOpen {
  /** The order's idempotency key, and its id in the journal. */
  readonly id: string
  readonly kind: WireOrder['kind']
  /** The active account, on the network of `asset`. */
  readonly account: CaipAddress
  /** Who receives: the account, or whom a payment names. */
  readonly recipient: CaipAddress
  readonly paymentId?: string
  readonly asset: CaipAsset
  readonly shown: SentAsset
  /** Whole units that are expected; absent: the provider's page asks how much. */
  readonly amount?: string
  /** Asks the services for the order. */
  readonly ask: () => Promise<OpenedOrder>
  readonly open: OpenOrderWindow
}

export type OpenOrderFailure = RampFault | 'offline' | 'unsupported' | 'moved' | 'ended' | 'unsafe' | 'other'

export type OpenOrderResult =
  /** `url`: the window was blocked or closed, and the visitor opens the page. */
  | { readonly at: 'opened'; readonly orderId: string; readonly url?: string }
  | { readonly at: 'failed'; readonly failure: OpenOrderFailure }

type OpenOrderEngine = Pick<Engine, 'ctx' | 'tokens' | 'journal'>

/**
 * Opens a blank window, which has to happen in the task of the click, and sends it to the provider's page once the order is checked and in the journal.
 * Never rejects. `orderId` is the id of the journal's entry.
 */
export async function openOrder(engine: OpenOrderEngine, order: OrderToOpen): Promise<OpenOrderResult> {
  const { ctx } = engine
  const window = order.open()
  const fail = (failure: OpenOrderFailure): OpenOrderResult => {
    window?.close()
    return { at: 'failed', failure }
  }
  try {
    const held = readHeld(engine, { owner: order.account, asset: order.shown })
    const [opened, journal, adapter] = await Promise.all([
      order.ask(),
      engine.journal(),
      ctx.adapter(namespaceOf(order.account)),
    ])
    // The order stays with the services, unpaid.
    if (ctx.signal.aborted || !isActive(ctx, order.account)) return fail('moved')
    const { addresses, tokens } = factsOf(ctx.config, namespaceOf(order.recipient))
    const isSame = (one: string, other: string) => isSameId(one, other, addresses)
    const recipient = addressOf(order.recipient)
    const told = opened.order
    const isAsked = told.kind === order.kind && isSameAsset(told.asset, order.asset, tokens)
    if (!isAsked || !isSame(told.recipient, recipient)) return fail('unsafe')
    const isSafe = isOrderUrl(opened.url, {
      hosts: opened.hosts,
      recipient,
      isAddress: text => adapter.isAddress(text),
      isSame,
      development: isDevelopment(ctx.config.endpoints?.api),
    })
    if (!isSafe) return fail('unsafe')
    const before = await Promise.race([held, wait(ctx.clock, heldWait, ctx.signal).then(() => undefined)])
    const isOwn = order.recipient === order.account
    const entry = orderEntry(told, {
      id: order.id,
      from: order.account,
      shown: order.shown,
      ...(order.amount !== undefined && { amount: order.amount }),
      at: ctx.clock.now(),
      ...(before !== undefined && isOwn && { before }),
      ...(!isOwn && { recipient }),
      ...(order.paymentId !== undefined && { paymentId: order.paymentId }),
    })
    await journal.change(order.id, known => known ?? entry)
    if (!isActive(ctx, order.account)) return fail('moved')
    const hasGone = window?.go(opened.url) === true
    return { at: 'opened', orderId: order.id, ...(!hasGone && { url: opened.url }) }
  } catch (cause) {
    return fail(orderFailureOf(cause))
  }
}

/** Why there is no order, no quote or no option, by the services' word. */
export function orderFailureOf(cause: unknown): OpenOrderFailure {
  if (!isLatchkeyError(cause)) return 'other'
  const { code, kind, context } = cause
  const words = [context.reason, context.reasonOf, context.refusal]
  const fault = rampFaults.find(each => words.includes(each))
  if (fault) return fault
  const refusal = typeof context.refusal === 'string' ? context.refusal : code
  if (refusal === 'QUOTE_ENDED') return 'ended'
  if (refusal === 'ONRAMP_UNSUPPORTED' || refusal === 'EXCHANGE_UNSUPPORTED') return 'unsupported'
  return kind === 'offline' || kind === 'timeout' ? 'offline' : 'other'
}

/** Whether the account is still the one that acts, wherever it is. */
function isActive(ctx: Pick<Engine['ctx'], 'config' | 'connections'>, account: CaipAddress): boolean {
  const here = activeAccount(ctx)
  if (!here || here.namespace !== namespaceOf(account)) return false
  return isSameId(here.address, addressOf(account), factsOf(ctx.config, here.namespace).addresses)
}

/** Whether the services run on this machine: then so may a provider's pages. */
function isDevelopment(api: string | undefined): boolean {
  return api !== undefined && URL.canParse(api) && isLoopback(new URL(api).hostname)
}
