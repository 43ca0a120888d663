import { findPerson } from '../../providers/devPeople.ts'
import { advanceOrder } from '../orders/advanceOrder.ts'
import { takeHolding } from '../orders/exchangeHoldings.ts'
import type { RampStore } from '../orders/openRampStore.ts'
import type { RampOrder } from '../orders/rampOrder.ts'
import { formatDecimal, parseDecimal } from '../quotes/decimals.ts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import type { RampWaits } from '../rampConfig.ts'
import { exchangeCode, readCard } from './testCards.ts'

/** Wrong codes until the exchange gives up. */
const mostAttempts = 3

interface StepContext {
  readonly store: RampStore
  readonly order: RampOrder
  readonly asset: RampAsset
  readonly waits: RampWaits
  readonly form: URLSearchParams
  readonly now: number
}

/** Answers a form of an order's page. @returns what is wrong with the input, in one sentence; undefined when it was taken, or came too late. */
export type StepAnswer = (context: StepContext) => string | undefined

/** What each form does, by the last word of its address. */
export const stepAnswers: Readonly<Record<string, StepAnswer>> = {
  card: context => {
    const { store, order, now } = context
    const outcome = readCard(context.form.get('card') ?? '')
    const at = { id: order.id, from: ['open'], step: 'card', now } as const
    if (outcome === undefined) return 'No test card has this number.'
    if (outcome === 'secure' || outcome === 'identity')
      advanceOrder(store, { ...at, to: 'open', change: { step: outcome } })
    else if (outcome === 'declined')
      advanceOrder(store, { ...at, to: 'declined', change: { reason: 'The card was declined.' } })
    else if (outcome === 'expired')
      advanceOrder(store, { ...at, to: 'expired', change: { reason: 'It was not paid in time.' } })
    else if (outcome === 'refunded')
      store.atomically(() => {
        if (advanceOrder(store, { ...at, to: 'paid' }))
          advanceOrder(store, {
            id: order.id,
            from: ['paid'],
            to: 'refunded',
            change: { reason: 'The payment was returned to the card.' },
            now,
          })
      })
    else pay(context, 'card')
    return undefined
  },

  confirm: context => {
    pay(context, 'secure')
    return undefined
  },

  identify: context => {
    pay(context, 'identity')
    return undefined
  },

  login: ({ store, order, form, now }) => {
    const email = (form.get('email') ?? '').trim().toLowerCase()
    if (findPerson('exchange', email) === undefined) return 'This is no email address.'
    advanceOrder(store, {
      id: order.id,
      from: ['open'],
      step: 'login',
      to: 'open',
      change: { step: 'review', email },
      now,
    })
    return undefined
  },

  review: ({ store, order, asset, form, now }) => {
    const typed = order.amount ?? (form.get('amount') ?? '').trim()
    const units = parseDecimal(typed, asset.decimals)
    if (units === undefined) return `This is no amount of ${asset.symbol}.`
    const amount = formatDecimal(units, asset.decimals)
    advanceOrder(store, {
      id: order.id,
      from: ['open'],
      step: 'review',
      to: 'open',
      change: { step: 'code', amount, sourceAmount: amount },
      now,
    })
    return undefined
  },

  withdraw: ({ store, order, asset, waits, form, now }) => {
    const at = { id: order.id, from: ['open'], step: 'code', now } as const
    const { email, amount } = order
    if (email === null || amount === null) return undefined
    if ((form.get('code') ?? '').trim() !== exchangeCode) {
      const attempts = order.attempts + 1
      if (attempts >= mostAttempts)
        advanceOrder(store, {
          ...at,
          to: 'failed',
          change: { attempts, reason: 'The code was wrong three times.' },
        })
      else advanceOrder(store, { ...at, to: 'open', change: { attempts } })
      return 'This code is wrong.'
    }
    const wait = form.has('congested') ? waits.congestion : waits.withdrawal
    const isTaken = advanceOrder(store, {
      ...at,
      to: 'paid',
      change: { sendAt: now + wait },
      also: () => takeHolding(store, { email, asset, amount }),
    })
    if (isTaken || store.findOrder('id', order.id)?.state !== 'open') return undefined
    advanceOrder(store, { ...at, to: 'failed', change: { reason: 'The balance does not suffice.' } })
    return undefined
  },

  cancel: ({ store, order, now }) => {
    const change = { reason: 'You cancelled it.' }
    advanceOrder(store, { id: order.id, from: ['open'], to: 'cancelled', change, now })
    return undefined
  },
}

function pay({ store, order, waits, now }: StepContext, step: RampOrder['step']): void {
  advanceOrder(store, {
    id: order.id,
    from: ['open'],
    step,
    to: 'paid',
    change: { sendAt: now + waits.payout },
    now,
  })
}
