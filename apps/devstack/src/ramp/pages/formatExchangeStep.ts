import { html } from 'hono/html'
import { devPeople } from '../../providers/devPeople.ts'
import { formatHolding } from '../orders/exchangeHoldings.ts'
import type { RampStore } from '../orders/openRampStore.ts'
import type { RampOrder } from '../orders/rampOrder.ts'
import { formatDecimal, parseDecimal } from '../quotes/decimals.ts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import { cancelForm, type StepPage } from './formatPayStep.ts'
import { formatFacts, formatProblem } from './formatRampPage.ts'
import { exchangeCode } from './testCards.ts'

/** Formats the step at which the visitor is who withdraws from the exchange. */
export function formatExchangeStep(
  order: RampOrder,
  options: {
    store: RampStore
    asset: RampAsset
    assets: readonly RampAsset[]
    congestion: number
    problem?: string
  },
): StepPage {
  const { store, asset, assets, congestion, problem } = options
  const invalid = problem === undefined ? '' : html`aria-invalid="true" aria-describedby="problem"`
  if (order.step === 'login' || order.email === null)
    return {
      title: 'Log in',
      body: html`<p>Any of these addresses has an account here, and needs no password:</p>
        <ul>${devPeople.map(email => html`<li>${email}</li>`)}</ul>
        <form method="post" action="/orders/${order.id}/login">
          <label>Email <input name="email" type="email" autocomplete="off" required maxlength="254" ${invalid}></label>
          ${formatProblem(problem)}
          <button>Log in</button>
        </form>
        ${cancelForm(order, 'Cancel')}`,
    }
  if (order.step === 'code')
    return {
      title: 'Enter your code',
      body: html`<p>Withdrawing ${order.amount} ${asset.symbol} on ${asset.chain.name} to <code>${order.wallet}</code>.</p>
        <form method="post" action="/orders/${order.id}/withdraw">
          <label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12" ${invalid}></label>
          ${formatProblem(problem)}
          <p class="soft mark">Two-factor code of this sandbox: <code>${exchangeCode}</code></p>
          <label class="check"><input type="checkbox" name="congested" value="yes"> The network is congested: send after ${Math.round(congestion / 1_000)}\u00a0s</label>
          <button>Withdraw</button>
        </form>
        ${cancelForm(order, 'Cancel')}`,
    }
  const email = order.email
  const fee = `${formatDecimal(asset.withdrawalFee, asset.decimals)} ${asset.symbol}`
  const units = parseDecimal(order.amount, asset.decimals)
  const total =
    units === undefined
      ? []
      : ([
          ['Total', `${formatDecimal(units + asset.withdrawalFee, asset.decimals)} ${asset.symbol}`],
        ] as const)
  const held = assets.filter(({ chain }) => chain.chainId === asset.chain.chainId)
  return {
    title: order.amount === null ? `Withdraw ${asset.symbol}` : `Withdraw ${order.amount} ${asset.symbol}`,
    body: html`<p class="soft">Logged in as ${email}</p>
      ${formatFacts([
        ['Network', asset.chain.name],
        ['To', html`<code>${order.wallet}</code>`],
        ['Network fee', fee],
        ...total,
      ])}
      <form method="post" action="/orders/${order.id}/review">
        ${
          order.amount === null
            ? html`<label>Amount <input name="amount" inputmode="decimal" autocomplete="off" required maxlength="40" ${invalid}></label>`
            : ''
        }
        ${formatProblem(problem)}
        <button>Confirm withdrawal</button>
      </form>
      ${cancelForm(order, 'Cancel')}
      <table>
        <caption>Balances</caption>
        <tbody>${held.map(
          each =>
            html`<tr><th scope="row">${each.symbol}</th><td>${formatHolding(store, email, each)}</td></tr>`,
        )}</tbody>
      </table>`,
  }
}
