import { randomBytes } from 'node:crypto'
import { addressOf, networkIdOf } from 'latchkey/contract'
import { type postRefund, type RouteRequest, refundMessage } from 'latchkey/services'
import type { Address, Hex } from 'viem'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import { createChainReader } from '../../data/names/createChainReader.ts'
import { isSignedBy } from '../../data/names/isSignedBy.ts'
import { addressKey, chainAddress, machineOf } from '../../data/namespaces/namespaces.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { findMade, type IdempotencyKey, takeKey } from './idempotency.ts'
import type { Payment, PaymentRefund } from './payment.ts'
import { planRefund, type RefundPlan } from './planRefund.ts'
import { readPayment } from './readPayment.ts'
import { writePayment } from './writePayment.ts'

/** Milliseconds for asking a contract whether it signed. */
const timeout = 10_000

/**
 * Proposes a refund of a payment: stored first, then signed by the merchant's wallet. Two at once cannot exceed what was paid:
 * each is written with the version of the payment that it was planned from.
 * @throws RouteFault REFUND_REFUSED, IDEMPOTENCY_CONFLICT, APKT009.
 */
export async function createRefund(
  deps: {
    readonly store: Store
    readonly now: () => number
    readonly proxy: Pick<RpcProxy, 'call' | 'head'>
  },
  payment: string,
  options: {
    readonly body: RouteRequest<typeof postRefund>['body']
    readonly key: IdempotencyKey | undefined
  },
): Promise<{ readonly payment: Payment; readonly refund: PaymentRefund }> {
  const { store, now, proxy } = deps
  const { body, key } = options
  let id = `rfd_${randomBytes(16).toString('base64url')}`
  const after = await writePayment(deps, payment, async known => {
    const made = await findMade(store, key)
    if (made !== undefined) {
      id = made
      return undefined
    }
    const plan = planRefund(known, body.amount)
    if (plan === undefined) throw refused('amount', 'So much is not left of what is final of this payment')
    if (machineOf(plan.chain) !== 'evm')
      throw refused('payment', 'Refunds on this network are sent from the merchant’s wallet alone')
    const recipient = body.recipient ? await checkRecipient(deps, known, plan, body.recipient) : plan.payer
    const fromBlock = await proxy.head(plan.chain)
    if (fromBlock === undefined) throw new RouteFault('APKT009', { status: 503, retryAfter: 5 })
    const { way, chain, units } = plan
    const refund: PaymentRefund = {
      id,
      state: 'proposed',
      way,
      units,
      recipient,
      chain,
      hash: null,
      place: null,
      fromBlock,
    }
    return {
      state: known.state,
      dueAt: known.dueAt,
      after: { ...known, refunds: [...known.refunds, refund] },
      events: [],
      queries: [
        ...(key === undefined ? [] : [takeKey(store, key, id)]),
        store.compose
          .insertInto('payment_refunds')
          .values({
            id,
            payment_id: known.id,
            state: refund.state,
            way,
            units: String(units),
            recipient,
            chain,
            hash: null,
            place: null,
            from_block: fromBlock,
            at: now(),
          })
          .compile(),
      ],
    }
  })
  const isMade = after?.refunds.some(each => each.id === id)
  // The request that had the key first wrote between our two reads.
  const known = isMade ? after : await readPayment(store, payment)
  const refund = known?.refunds.find(each => each.id === id)
  if (known === undefined || refund === undefined) throw new RouteFault('NOT_FOUND')
  return { payment: known, refund }
}

/** Another receiver than the payer, by the payer's own signature. */
async function checkRecipient(
  { proxy }: { readonly proxy: Pick<RpcProxy, 'call'> },
  payment: Payment,
  plan: RefundPlan,
  recipient: NonNullable<RouteRequest<typeof postRefund>['body']['recipient']>,
): Promise<string> {
  const { chain, amount, payer } = plan
  const address =
    networkIdOf(recipient.address) === chain ? chainAddress(chain, addressOf(recipient.address)) : undefined
  if (address === undefined) throw refused('recipient.address', `Expected an account of ${chain}`)
  const signature = /^0x[0-9a-f]+$/i.test(recipient.signature) ? (recipient.signature as Hex) : undefined
  const reader = createChainReader({
    chain,
    universalResolver: undefined,
    proxy,
    ccipRequest: async () => ({}),
    timeout,
  })
  const message = refundMessage(payment.id, amount, recipient.address)
  const signer = chainAddress(chain, payer) as Address
  if (signature === undefined || !(await isSignedBy(reader, { address: signer, chain, message, signature })))
    throw refused('recipient.signature', 'Expected the payer’s signature of the refund’s message')
  return addressKey(chain, address)
}

/** A refund that is not made, with its reason. */
export function refused(name: string, description: string): RouteFault {
  return new RouteFault('REFUND_REFUSED', { reasons: [{ name, description }] })
}
