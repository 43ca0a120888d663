import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { makeRpcProxy } from './makeRpcProxy.ts'
import { mountRpc } from './mountRpc.ts'
import { type RpcSettings, readRpcSettings } from './readRpcSettings.ts'

/** Passes calls of pages on to the nodes of the chains. */
export const rpcRoom: Room<RpcSettings> = {
  settings: readRpcSettings,
  check: ({ rateLimit, rpcBatchLimit }) =>
    rateLimit.burst < rpcBatchLimit
      ? ['RATE_LIMIT_BURST must be at least RPC_BATCH_LIMIT: each call of a batch counts']
      : [],
  secrets: ({ rpcUpstreams }) => [...rpcUpstreams.values()].flat(),
  mount(app, ctx) {
    const { rpcBatchLimit: batchLimit, rpcLogsRange: logsRange } = ctx.settings
    mountRpc(app, { ...ctx, proxy: oneOf(ctx, makeRpcProxy), batchLimit, logsRange })
  },
}
