import { html } from 'hono/html'
import type { RampOrder } from '../orders/rampOrder.ts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import { rampMethods } from '../quotes/rampCatalog.ts'
import { formatFacts, formatProblem, type Markup } from './formatRampPage.ts'
import { testCards } from './testCards.ts'

/** What stands on a page. */
export interface StepPage {
  readonly title: string
  readonly body: Markup
}

/** Formats the step at which the visitor is who buys. */
export function formatPayStep(order: RampOrder, asset: RampAsset, problem?: string): StepPage {
  if (order.step === 'secure')
    return {
      title: 'Confirm with your bank',
      body: html`<p>Your bank asks whether you are paying ${order.sourceAmount} ${order.sourceCurrency}. This is 3-D Secure, played by the sandbox.</p>
        <form method="post" action="/orders/${order.id}/confirm"><button>Confirm</button></form>
        ${cancelForm(order, 'Refuse')}`,
    }
  if (order.step === 'identity')
    return {
      title: 'Verify who you are',
      body: html`<p>A real provider asks for your name and a photo of an identity document here. The sandbox asks for nothing.</p>
        <form method="post" action="/orders/${order.id}/identify"><button>Continue</button></form>
        ${cancelForm(order, 'Cancel')}`,
    }
  return {
    title: `Pay ${order.sourceAmount} ${order.sourceCurrency}`,
    body: html`${formatFacts([
      ['You receive', `${order.amount} ${asset.symbol}`],
      ['Network', asset.chain.name],
      ['To', html`<code>${order.wallet}</code>`],
      ['Fee', `${order.transactionFee} ${order.sourceCurrency}`],
      ['Network fee', `${order.networkFee} ${order.sourceCurrency}`],
      ['Way to pay', rampMethods[order.method ?? '']?.name ?? 'Card'],
    ])}
      <form method="post" action="/orders/${order.id}/card">
        <label>Card number
          <input name="card" inputmode="numeric" autocomplete="off" required maxlength="40" ${
            problem === undefined ? '' : html`aria-invalid="true" aria-describedby="problem"`
          }>
        </label>
        ${formatProblem(problem)}
        <button>Pay</button>
      </form>
      ${cancelForm(order, 'Cancel')}
      <table>
        <caption>Test cards</caption>
        <tbody>${testCards.map(
          ([number, , effect]) =>
            html`<tr><th scope="row"><code>${number}</code></th><td>${effect}</td></tr>`,
        )}</tbody>
      </table>
      <p class="soft">They stand for every way to pay. No other number is taken.</p>`,
  }
}

/** A form with the button that ends the order. */
export function cancelForm(order: RampOrder, label: string): Markup {
  return html`<form method="post" action="/orders/${order.id}/cancel"><button class="quiet">${label}</button></form>`
}
