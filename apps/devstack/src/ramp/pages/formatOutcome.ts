import { html } from 'hono/html'
import type { RampOrder, RampState } from '../orders/rampOrder.ts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import type { StepPage } from './formatPayStep.ts'
import { formatFacts } from './formatRampPage.ts'

const titles: Readonly<Partial<Record<RampState, string>>> = {
  complete: 'Sent',
  declined: 'Declined',
  failed: 'Failed',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  expired: 'Expired',
}

/** Formats what became of an order that is paid, or has ended. */
export function formatOutcome(
  order: RampOrder,
  { asset, hash }: { asset: RampAsset; hash: string | undefined },
): StepPage {
  const sent = `${order.amount} ${asset.symbol}`
  const facts = formatFacts([
    ...(order.amount === null ? [] : ([['Amount', sent]] as const)),
    ['Network', asset.chain.name],
    ['To', html`<code>${order.wallet}</code>`],
    ...(hash === undefined ? [] : ([['Transaction', html`<code>${hash}</code>`]] as const)),
  ])
  const title = titles[order.state]
  if (title === undefined)
    return {
      title: `Sending ${sent}`,
      body: html`<p role="status">${order.kind === 'BUY' ? 'You have paid.' : 'You have confirmed.'} This page shows when it is sent; you can close it, too.</p>
        ${facts}`,
    }
  const back =
    order.redirectUrl === null
      ? ''
      : html`<p><a class="button" href="${order.redirectUrl}">Back to the site</a></p>`
  return {
    title,
    body: html`${order.reason === null ? '' : html`<p role="status">${order.reason}</p>`}
      ${facts}
      ${back}
      <p class="soft">You can close this window.</p>`,
  }
}
