import { toDecimalString } from 'latchkey/contract'
import type { ChainFacts } from '../../../data/chains/chainFacts.ts'
import type { ChainBook } from '../../../data/chains/createChainBook.ts'
import type { ReadTokenFacts } from '../../../data/chains/createTokenFacts.ts'
import { addressKey, servicesOf } from '../../../data/namespaces/namespaces.ts'
import type { AskContext } from '../../client/askInTime.ts'
import { readAssetFacts } from '../../credits/readAssetFacts.ts'
import { type MoneyAsset, resolveAsset } from '../../credits/resolveAsset.ts'
import type { ReadTransaction } from '../../credits/seenTransaction.ts'
import { askOnRamp } from '../askOnRamp.ts'
import type { OnRampProvider, ToldStatus } from '../onRampProvider.ts'
import type { OrderNews, Orders } from './createOrders.ts'
import { nextLook } from './nextLook.ts'
import { nextState } from './nextState.ts'
import type { OrderRow } from './orderRow.ts'
import { toUnits } from './toUnits.ts'
import { trimAmount } from './trimAmount.ts'

/** Looks after orders: what their providers say, and what the chain shows. */
export interface OrderWatch {
  /** Asks about an order, unless it was asked about in the last five seconds. It resolves when what was learned is written, and never rejects. */
  look(id: string): Promise<void>
  /** The same some time later, a few at a time for each provider; false where too many wait: they are due, and will be looked at. */
  enqueue(provider: string, id: string): boolean
}

/** Orders of one provider that are looked at together, and that may wait. */
const atOnce = 8
const mostWaiting = 1_000

export function createOrderWatch(deps: {
  readonly orders: Orders
  readonly providers: readonly OnRampProvider[]
  readonly book: ChainBook
  readonly tokenFacts: ReadTokenFacts
  readonly readTransaction: ReadTransaction<ChainFacts>
  readonly context: AskContext
  /** Milliseconds since 1970. */
  readonly now: () => number
}): OrderWatch {
  const { orders, book, tokenFacts, readTransaction, context, now } = deps
  const { log } = context
  const byId = new Map(deps.providers.map(provider => [provider.id, provider]))
  const lanes = new Map<string, { readonly waiting: Set<string>; running: number }>()

  async function ask(row: OrderRow): Promise<ToldStatus | undefined> {
    const provider = byId.get(row.provider)
    if (provider === undefined) return undefined
    const asked = {
      id: row.id,
      reference: row.reference ?? undefined,
      kind: row.kind,
      customer: row.customer,
      createdAt: row.created_at,
    }
    // The fault was logged; what is known of the order stays.
    return await askOnRamp(context, provider.id, signal => provider.status(asked, signal)).catch(
      () => undefined,
    )
  }

  /** What a provider's answer changes. Money that it sends to another receiver is not the order's. */
  function toNews(row: OrderRow, asset: MoneyAsset | undefined, told: ToldStatus | undefined): OrderNews {
    const network = asset?.chain.id
    const isElsewhere =
      network !== undefined &&
      told?.recipient !== undefined &&
      addressKey(network, told.recipient) !== addressKey(network, row.recipient)
    if (isElsewhere)
      log.error({ order: row.id, provider: row.provider }, 'a provider sends to another receiver')
    const heard = told?.state === 'unknown' || isElsewhere ? undefined : told
    const state = nextState(row, heard?.state as Exclude<ToldStatus['state'], 'unknown'> | undefined, now())
    const hash =
      heard?.hash === undefined || network === undefined
        ? undefined
        : servicesOf(network)?.reads?.transactionOf(heard.hash)
    return {
      state: state.state,
      told_state: state.toldState,
      told_at: state.toldState === row.told_state ? row.told_at : now(),
      told_amount: trimAmount(heard?.amount) ?? row.told_amount,
      hash: hash ?? row.hash,
      reason: heard?.reason?.slice(0, 200) ?? (state.state === row.state ? row.reason : null),
      reference: told?.reference ?? row.reference,
      next_at: nextLook({ ...row, state: state.state }, now()),
    }
  }

  /** Confirms an order that its transaction's own record shows as credited; false while it does not. */
  async function confirmByReceipt(row: OrderRow, news: OrderNews, asset: MoneyAsset): Promise<boolean> {
    if (news.hash === null) return false
    const { chain, contract } = asset
    const [seen, facts] = await Promise.all([
      readTransaction(chain, news.hash),
      readAssetFacts({ book, tokenFacts }, asset),
    ])
    if (seen === undefined || facts === undefined) return false
    const agreed = news.told_amount ?? (row.kind === 'exchange' ? row.expected_amount : null)
    const least = agreed === null ? 1n : toUnits(agreed, facts.decimals)
    const [token, recipient] = [
      contract && addressKey(chain.id, contract),
      addressKey(chain.id, row.recipient),
    ]
    for (const credit of seen.credits) {
      if (credit.contract !== token || credit.recipient !== recipient || credit.amount < least) continue
      const amount = trimAmount(toDecimalString({ value: credit.amount, decimals: facts.decimals })) ?? '0'
      const { index } = credit
      if (await orders.confirm(row, news, { network: chain.id, hash: seen.hash, index, amount })) return true
    }
    return false
  }

  async function look(id: string): Promise<void> {
    try {
      const row = await orders.claimLook(id)
      if (row === undefined) return
      const asset = resolveAsset(book, row.asset)
      const news = toNews(row, asset, await ask(row))
      const isConfirmed =
        asset !== undefined &&
        (await confirmByReceipt(row, news, asset).catch(error => {
          log.warn({ err: error, order: id }, 'the transaction of an order could not be read')
          return false
        }))
      if (!isConfirmed) await orders.tell(row, news)
    } catch (error) {
      log.warn({ err: error, order: id }, 'an order could not be looked at')
    }
  }

  function run(lane: { readonly waiting: Set<string>; running: number }): void {
    while (lane.running < atOnce) {
      const { value: id, done } = lane.waiting.values().next()
      if (done) return
      lane.waiting.delete(id)
      lane.running++
      void look(id).then(() => {
        lane.running--
        run(lane)
      })
    }
  }

  return {
    look,
    enqueue(provider, id) {
      const lane = lanes.get(provider) ?? { waiting: new Set<string>(), running: 0 }
      lanes.set(provider, lane)
      if (lane.waiting.size >= mostWaiting) return false
      lane.waiting.add(id)
      run(lane)
      return true
    },
  }
}
