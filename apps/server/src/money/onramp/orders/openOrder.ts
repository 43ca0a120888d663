import { setTimeout as wait } from 'node:timers/promises'
import type { openedOrderSchema } from 'latchkey/services'
import type * as v from 'valibot'
import type { AskContext } from '../../client/askInTime.ts'
import type { MoneyAsset } from '../../credits/resolveAsset.ts'
import { askOnRamp } from '../askOnRamp.ts'
import { OnRampFault, type OnRampProvider, type OpenedAtProvider } from '../onRampProvider.ts'
import { checkOrderUrl } from './checkOrderUrl.ts'
import type { Orders } from './createOrders.ts'
import { type OrderRow, toWireOrder } from './orderRow.ts'

/** Milliseconds for which a page is good whose provider names no end. */
const defaultLifetime = 300_000
/** Milliseconds between two looks at an order that another caller opens. */
const pause = 50

/**
 * Opens an order at its provider, once however many callers ask for it: the others get the same page. What the provider answers is checked (T71).
 * @throws OnRampFault
 */
export async function openOrder(
  deps: { readonly orders: Orders; readonly context: AskContext; readonly now: () => number },
  begun: OrderRow,
  {
    provider,
    asset,
    open,
  }: {
    readonly provider: OnRampProvider
    readonly asset: MoneyAsset
    readonly open: (signal: AbortSignal) => Promise<OpenedAtProvider>
  },
): Promise<v.InferOutput<typeof openedOrderSchema>> {
  const { orders, context, now } = deps
  const { id } = begun

  const toAnswer = (row: OrderRow) => ({
    order: toWireOrder(row),
    url: row.url ?? '',
    hosts: [...provider.hosts],
    expiresAt: row.url_ends_at,
  })

  async function openThere(): Promise<OrderRow> {
    try {
      const page = await askOnRamp(context, provider.id, async signal => {
        const opened = await open(signal)
        const refusal = checkOrderUrl(opened.url, {
          hosts: provider.hosts,
          asset,
          recipient: begun.recipient,
        })
        if (refusal !== undefined)
          throw new OnRampFault('unavailable', { message: `The page may not be opened: ${refusal}` })
        return opened
      })
      return await orders.opened(id, { ...page, urlEndsAt: page.urlEndsAt ?? now() + defaultLifetime })
    } catch (error) {
      await orders.releaseOpening(id)
      throw error
    }
  }

  if (begun.url !== null) return toAnswer(begun)
  const patience = context.timeout + 1_000
  const started = context.clock()
  for (;;) {
    if (await orders.claimOpening(id, now() + patience)) return toAnswer(await openThere())
    const row = await orders.read(id)
    if (row?.url != null) return toAnswer(row)
    // Its page has ended, and was forgotten: the provider makes no second one for an order.
    if (row === undefined || row.url_ends_at > 0 || context.clock() - started > patience)
      throw new OnRampFault('unavailable', { message: 'The order is opened by another caller' })
    await wait(pause)
  }
}
