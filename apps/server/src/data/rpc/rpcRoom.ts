import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { makeBundlers } from './makeBundlers.ts'
import { makeRpcProxy } from './makeRpcProxy.ts'
import { mountRpc } from './mountRpc.ts'
import { type RpcSettings, readRpcSettings } from './readRpcSettings.ts'

/** Passes calls of pages on to the nodes of the chains. */
export const rpcRoom: Room<RpcSettings> = {
  settings: readRpcSettings,
  check: ({ rateLimit, rpcBatchLimit, rpcUpstreams, bundlerUrls }) => [
    ...(rateLimit.burst < rpcBatchLimit
      ? ['RATE_LIMIT_BURST must be at least RPC_BATCH_LIMIT: each call of a batch counts']
      : []),
    ...[...bundlerUrls.keys()].flatMap(chain =>
      rpcUpstreams.has(chain) ? [] : [`BUNDLER_URLS names ${chain}, which RPC_UPSTREAMS does not serve`],
    ),
  ],
  secrets: ({ rpcUpstreams, bundlerUrls }) => [...rpcUpstreams.values(), ...bundlerUrls.values()].flat(),
  mount(app, ctx) {
    const { rpcBatchLimit: batchLimit, rpcLogsRange: logsRange } = ctx.settings
    const proxy = oneOf(ctx, makeRpcProxy)
    mountRpc(app, { ...ctx, proxy, bundlers: oneOf(ctx, makeBundlers), batchLimit, logsRange })
  },
}
