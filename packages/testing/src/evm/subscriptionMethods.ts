import { invalid, parseObject, parseText } from './params.ts'
import { type MethodTable, silent, type WalletContext } from './walletContext.ts'

/** Live subscriptions by id. */
export type Subscriptions = Set<string>

const pollInterval = 500

/** Subscriptions over plain JSON-RPC, answered by EIP-1193 `message` events. */
export const subscriptionMethods: MethodTable = {
  eth_subscribe: (ctx, [kind, filter]) => {
    const name = parseText(kind, 'The subscription')
    if (name !== 'newHeads' && name !== 'logs')
      return invalid(`There is no subscription "${name.slice(0, 40)}".`)
    const criteria = name === 'logs' ? parseObject(filter ?? {}, 'The filter') : undefined
    const { chainId } = ctx.state.snapshot
    ctx.state.chain(chainId)
    return silent(async () => {
      const id = ctx.randomHex(16)
      const source =
        criteria === undefined
          ? await ctx.call(chainId, 'eth_newBlockFilter')
          : await ctx.call(chainId, 'eth_newFilter', [criteria])
      ctx.subscriptions.add(id)
      void follow(ctx, { id, chainId, source, heads: criteria === undefined })
      return id
    })
  },

  eth_unsubscribe: (ctx, [id]) => silent(() => ctx.subscriptions.delete(parseText(id, 'The subscription'))),
}

async function follow(
  ctx: WalletContext,
  subscription: {
    readonly id: string
    readonly chainId: number
    readonly source: unknown
    readonly heads: boolean
  },
) {
  const { id, chainId, source, heads } = subscription
  try {
    while (ctx.subscriptions.has(id)) {
      await ctx.wait(pollInterval)
      const changes = await ctx.call(chainId, 'eth_getFilterChanges', [source])
      for (const change of Array.isArray(changes) ? changes : []) {
        const result = heads ? await ctx.call(chainId, 'eth_getBlockByHash', [change, false]) : change
        if (!ctx.subscriptions.has(id)) return
        ctx.emit('message', { type: 'eth_subscription', data: { subscription: id, result } })
      }
    }
  } catch {
    // The node went away or the wallet stopped: a subscription just ends, as over a closed socket.
  } finally {
    ctx.subscriptions.delete(id)
  }
}
