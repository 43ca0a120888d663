import type { CaipNetworkId } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import type { Clock } from '../../core/http/appTypes.ts'
import { viem } from '../../core/libraries/viem.ts'
import type { Metrics } from '../../core/metrics/metrics.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { measureDeposits } from './measureDeposits.ts'
import type { PaymasterSettings } from './readPaymasterSettings.ts'

/** Milliseconds for which a deposit counts as read. */
const lifetime = 10_000

/** What the paymasters have at their entry points. */
export interface Deposits {
  /** Base units, a few seconds old at most; undefined when the chain cannot be read. */
  of(network: CaipNetworkId, entryPoint: string): Promise<bigint | undefined>
  /** Reads them all, for the metric and the warning. */
  check(): Promise<void>
}

export function createDeposits(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly addresses: PaymasterSettings['addresses']
  /** Base units below which the log has a warning. */
  readonly alarm: bigint
  readonly clock: Clock
  readonly log: Logger
  readonly metrics?: Metrics | undefined
}): Deposits {
  const { proxy, addresses, alarm, clock, log, metrics } = deps
  const seen = new Map<string, { readonly amount: bigint; readonly at: number }>()
  const low = new Set<string>()
  const measure = metrics && measureDeposits(metrics.registry)

  async function read(network: CaipNetworkId, entryPoint: string, paymaster: Address) {
    const data = viem().encodeFunctionData({
      abi: viem().parseAbi(['function balanceOf(address account) view returns (uint256)']),
      args: [paymaster],
    })
    const [outcome] = await proxy.call(network, [
      { method: 'eth_call', params: [{ to: entryPoint, data }, 'latest'] },
    ])
    const result = outcome !== undefined && 'result' in outcome ? outcome.result : undefined
    if (typeof result !== 'string' || !/^0x[0-9a-f]{64}$/i.test(result)) return undefined
    const amount = BigInt(result)
    const key = `${network} ${entryPoint}`
    seen.set(key, { amount, at: clock() })
    measure?.({ network, entryPoint }, amount)
    if (amount >= alarm) low.delete(key)
    else if (!low.has(key)) {
      low.add(key)
      log.warn(
        { network, entryPoint, paymaster, deposit: String(amount) },
        'The paymaster’s deposit is low: add to it, or operations are not paid for any more',
      )
    }
    return amount
  }

  return {
    async of(network, entryPoint) {
      const at = entryPoint.toLowerCase()
      const known = seen.get(`${network} ${at}`)
      if (known !== undefined && clock() - known.at < lifetime) return known.amount
      const paymaster = addresses.get(network)?.get(at)
      return paymaster && read(network, at, paymaster)
    },
    async check() {
      const all = [...addresses].flatMap(([network, contracts]) =>
        [...contracts].map(([entryPoint, paymaster]) => read(network, entryPoint, paymaster)),
      )
      await Promise.all(all)
    },
  }
}
