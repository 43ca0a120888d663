import { oneOf } from '../../core/context/oneOf.ts'
import type { Room } from '../../core/context/room.ts'
import { repeat } from '../../core/scale/repeat.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { makeFacilitator } from './makeFacilitator.ts'
import { x402Migration } from './migration.ts'
import { mountX402 } from './mountX402.ts'
import { readX402Settings, type X402Settings } from './readX402Settings.ts'
import { listOpen } from './settlementRows.ts'

type Own = { readonly x402: X402Settings }

/** Milliseconds between two rounds over open settlements, and for which a call itself waits for one. */
const pause = 5_000

/** Paid requests (HTTP 402): verifies what visitors signed, and settles it by an account of its own. */
export const x402Room: Room<Own, Own & RpcSettings> = {
  settings: read => ({ x402: readX402Settings(read) }),
  check: ({ x402, rpcUpstreams }) => [
    ...x402.networks.flatMap(network =>
      rpcUpstreams.has(network) ? [] : [`X402_NETWORKS names ${network}, which RPC_UPSTREAMS does not serve`],
    ),
    ...(x402.networks.length > 0 && x402.key === undefined
      ? ['X402_NETWORKS needs X402_KEY: an account has to pay the fees']
      : []),
  ],
  secrets: ({ x402 }) => [x402.key, x402.key?.slice(2)],
  migrations: [x402Migration],
  mount(app, ctx) {
    mountX402(app, { ...ctx, facilitator: oneOf(ctx, makeFacilitator) })
  },
  sweep(ctx) {
    const facilitator = oneOf(ctx, makeFacilitator)
    if (facilitator === undefined) return {}
    const { store, now, log } = ctx
    return {
      'x402 settlements': term =>
        repeat(term, pause, async () => {
          for (const row of await listOpen(store, now() - pause)) {
            if (term.signal.aborted) return
            await facilitator.follow(row).catch((error: unknown) => {
              log.warn({ err: error, network: row.network }, 'A settlement could not be looked up')
            })
          }
        }),
    }
  },
}
