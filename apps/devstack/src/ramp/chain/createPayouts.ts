import { advanceOrder } from '../orders/advanceOrder.ts'
import { giveBack } from '../orders/exchangeHoldings.ts'
import type { RampStore } from '../orders/openRampStore.ts'
import type { RampOrder } from '../orders/rampOrder.ts'
import { parseDecimal } from '../quotes/decimals.ts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import type { RampChain, RampConfig } from '../rampConfig.ts'
import { ChainRefusal, callChain } from './callChain.ts'
import { ensureFunds } from './ensureFunds.ts'
import { signPayout } from './signPayout.ts'

/** Milliseconds between two looks for a receipt, and until the same bytes go out again. */
const lookEvery = 200
const resendAfter = 2_000

/**
 * Pays what is owed, in order and per chain: signs, stores the bytes, and only then broadcasts them. Whatever is stored goes out again until a block has it,
 * after a restart too, so one nonce serves one order and no order is paid twice.
 * @returns one turn of the work, which says when the next is due, in milliseconds since the epoch.
 */
export function createPayouts(options: {
  store: RampStore
  config: Pick<RampConfig, 'chains' | 'privateKey'>
  assets: readonly RampAsset[]
  now: () => number
}): () => Promise<number | undefined> {
  const { store, config, assets, now } = options
  /** By chain: when its payouts were broadcast last. In a new process all of them go out at once. */
  const sentAt = new Map<number, number>()

  async function prepare(chain: RampChain, order: RampOrder, asset: RampAsset): Promise<void> {
    const units = parseDecimal(order.amount, asset.decimals)
    if (units === undefined) throw new Error(`The order ${order.id} has no amount.`)
    const account = await accountOf(config)
    const count = Number(await callChain(chain, 'eth_getTransactionCount', [account.address, 'latest']))
    const nonce = Math.max(count, store.nextNonce(chain.chainId))
    const { raw, hash } = await signPayout({ account, chain, asset, to: order.wallet, units, nonce })
    const payout = { orderId: order.id, chainId: chain.chainId, nonce, raw, hash }
    advanceOrder(store, { id: order.id, from: ['paid'], to: 'sending', payout, now: now() })
  }

  /** Broadcasts the stored payouts that the chain has not, also those of ended orders: a chain that was killed has lost its last minute. */
  async function broadcast(chain: RampChain): Promise<void> {
    const account = await accountOf(config)
    const count = Number(await callChain(chain, 'eth_getTransactionCount', [account.address, 'latest']))
    for (const { orderId, raw } of store.listPayouts(chain.chainId, count)) {
      const order = store.findOrder('id', orderId)
      const asset = assets.find(({ code }) => code === order?.asset)
      if (asset)
        await ensureFunds(chain, account.address, asset, parseDecimal(order?.amount, asset.decimals) ?? 0n)
      try {
        await callChain(chain, 'eth_sendRawTransaction', [raw])
      } catch (error) {
        // The node has it already, or a block has.
        if (!(error instanceof ChainRefusal)) throw error
      }
    }
    sentAt.set(chain.chainId, now())
  }

  async function look(chain: RampChain, order: RampOrder): Promise<void> {
    const payout = store.findPayout(order.id)
    if (payout === undefined) return
    const receipt = (await callChain(chain, 'eth_getTransactionReceipt', [payout.hash])) as {
      status?: unknown
    } | null
    if (receipt === null) return
    const base = { id: order.id, from: ['sending'], now: now() } as const
    if (receipt.status === '0x1') advanceOrder(store, { ...base, to: 'complete' })
    else
      advanceOrder(store, {
        ...base,
        to: 'refunded',
        change: { reason: 'The receiver refused the transfer; the payment is returned.' },
        also: () => giveBack(store, order, assets),
      })
  }

  async function serve(chain: RampChain): Promise<void> {
    const assetOf = ({ asset }: RampOrder) =>
      assets.find(each => each.code === asset && each.chain.chainId === chain.chainId)
    let isNew = false
    for (const order of store.listOrders('paid')) {
      const asset = assetOf(order)
      if (asset === undefined || (order.sendAt ?? 0) > now()) continue
      await prepare(chain, order, asset)
      isNew = true
    }
    const sending = store.listOrders('sending').filter(order => assetOf(order) !== undefined)
    const last = sentAt.get(chain.chainId)
    if (last === undefined || isNew || (sending.length > 0 && now() - last > resendAfter))
      await broadcast(chain)
    for (const order of sending) await look(chain, order)
  }

  return async () => {
    await Promise.all(config.chains.map(serve))
    const waiting = store.listOrders('paid').map(({ sendAt }) => sendAt ?? 0)
    if (store.listOrders('sending').length > 0) waiting.push(now() + lookEvery)
    return waiting.length > 0 ? Math.min(...waiting) : undefined
  }
}

async function accountOf({ privateKey }: Pick<RampConfig, 'privateKey'>) {
  // Loaded with the first payout, so that the start does not wait for it.
  const { privateKeyToAccount } = await import('viem/accounts')
  return privateKeyToAccount(privateKey)
}
