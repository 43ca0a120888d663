import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { advanceOrder } from '../orders/advanceOrder.ts'
import type { RampStore } from '../orders/openRampStore.ts'
import { hashVisit, readOrderLink } from '../orders/orderLink.ts'
import type { RampOrder } from '../orders/rampOrder.ts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import { rampExchange, rampServices } from '../quotes/rampCatalog.ts'
import type { RampWaits } from '../rampConfig.ts'
import { formatExchangeStep } from './formatExchangeStep.ts'
import { formatOutcome } from './formatOutcome.ts'
import { formatPayStep, type StepPage } from './formatPayStep.ts'
import { formatRampPage, rampPageHeaders } from './formatRampPage.ts'
import { rampStyle } from './rampStyle.ts'
import { stepAnswers } from './stepAnswers.ts'

const cookieName = 'visit'

/**
 * Adds the pages of orders. A link opens its page once and leaves a cookie that is good for that order alone; everything else needs the cookie, and forms
 * the page's own origin.
 */
export function addOrderPages(
  app: Hono,
  options: {
    store: RampStore
    assets: readonly RampAsset[]
    waits: RampWaits
    now: () => number
    wake: () => void
  },
): void {
  const { store, assets, waits, now, wake } = options

  app.get('/style.css', context => context.body(rampStyle, 200, { 'content-type': 'text/css' }))

  for (const path of ['/pay', '/exchange'])
    app.get(path, context => {
      const id = readOrderLink(new URL(context.req.url).searchParams, store.linkSecret)
      const order = id === undefined ? undefined : store.findOrder('id', id)
      if (order === undefined) return dead(context, 'This link is broken.', 404)
      if (order.linkUntil <= now()) return dead(context, 'This link was good for five minutes.', 410)
      const secret = randomBytes(24).toString('base64url')
      const change = { visit: hashVisit(secret) }
      if (!advanceOrder(store, { id: order.id, from: ['created'], to: 'open', change, now: now() }))
        return dead(context, 'This link was opened before. It works only once.', 410)
      const page = `/orders/${order.id}`
      setCookie(context, cookieName, secret, { path: page, httpOnly: true, sameSite: 'Lax' })
      return context.redirect(page, 303)
    })

  app.get('/orders/:id', context => {
    const order = visited(context)
    return order === undefined ? dead(context, 'This page is another visitor’s.', 403) : show(context, order)
  })

  app.post('/orders/:id/:form', async context => {
    const { host } = new URL(context.req.url)
    const origin = context.req.header('origin') ?? ''
    if (!URL.canParse(origin) || new URL(origin).host !== (context.req.header('host') ?? host))
      return dead(context, 'This form came from another page.', 403)
    const order = visited(context)
    if (order === undefined) return dead(context, 'This page is another visitor’s.', 403)
    const name = context.req.param('form')
    const answer = Object.hasOwn(stepAnswers, name) ? stepAnswers[name] : undefined
    const asset = assetOf(order)
    if (answer === undefined) return dead(context, 'There is no such page.', 404)
    const form = new URLSearchParams(await context.req.text())
    const problem = answer({ store, order, asset, waits, form, now: now() })
    wake()
    const after = store.findOrder('id', order.id) ?? order
    if (problem !== undefined && after.state === 'open') return show(context, after, problem)
    return context.redirect(`/orders/${order.id}`, 303)
  })

  function visited(context: Context): RampOrder | undefined {
    const order = store.findOrder('id', context.req.param('id') ?? '')
    const secret = getCookie(context, cookieName)
    return secret !== undefined && order?.visit === hashVisit(secret) ? order : undefined
  }

  function assetOf(order: RampOrder): RampAsset {
    const asset = assets.find(({ code }) => code === order.asset)
    if (asset === undefined) throw new Error(`The ramp has no ${order.asset} any more.`)
    return asset
  }

  function show(context: Context, order: RampOrder, problem?: string): Response | Promise<Response> {
    const asset = assetOf(order)
    const page = formatStep(order, asset, problem)
    const waits = order.state === 'paid' || order.state === 'sending'
    const service = nameOf(order)
    const markup = formatRampPage({ ...page, service, waits })
    return context.html(markup, problem === undefined ? 200 : 422, rampPageHeaders)
  }

  function formatStep(order: RampOrder, asset: RampAsset, problem: string | undefined): StepPage {
    if (order.state !== 'open') return formatOutcome(order, { asset, hash: store.findPayout(order.id)?.hash })
    if (order.kind === 'BUY') return formatPayStep(order, asset, problem)
    const base = { store, asset, assets, congestion: waits.congestion }
    return formatExchangeStep(order, problem === undefined ? base : { ...base, problem })
  }
}

function nameOf({ kind, service }: RampOrder): string {
  return kind === 'TRANSFER'
    ? rampExchange.name
    : (rampServices.find(({ id }) => id === service)?.name ?? service)
}

/** Answers a page that leads nowhere. */
function dead(context: Context, reason: string, status: 403 | 404 | 410): Response | Promise<Response> {
  const body = html`<p>${reason}</p><p class="soft">Go back to the site and begin again.</p>`
  const markup = formatRampPage({ service: 'Sandbox', title: 'Nothing to pay here', body })
  return context.html(markup, status, rampPageHeaders)
}
