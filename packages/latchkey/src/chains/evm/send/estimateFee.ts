import type { RpcRequest } from '../../../contract/adapter.ts'
import type { Network } from '../../../contract/network.ts'
import type { TransferFee } from '../../../contract/send.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { parseQuantity, toQuantity } from '../codec/hex.ts'
import { dataFeeChains } from './dataFeeChains.ts'
import type { AnyCall } from './transferCall.ts'

/** The price of a unit of gas, as the fields of a transaction. */
export type GasPrice =
  | {
      readonly maxFeePerGas: bigint
      readonly maxPriorityFeePerGas: bigint
      /** Of the next block; what is over it and the tip is not taken. */
      readonly baseFee: bigint
    }
  | { readonly gasPrice: bigint }

/** A transfer to an account without code takes just this, always. */
const plainGas = 21_000n
const blocks = 5
const middle = 50

interface FeeOptions {
  readonly call: AnyCall
  readonly network: Pick<Network, 'caipNetworkId' | 'id' | 'nativeCurrency'>
  /** The gas that the call's author proposes: used where it suffices, or where the need is unknown. */
  readonly limit?: bigint
}

/**
 * Estimates the fee of a call: the node's gas estimate plus a fifth, at twice the base fee and the tip, plus a rollup's
 * data fee. It still fits after six full blocks. Undefined when any part is missing.
 */
export async function estimateFee(
  rpc: RpcRequest,
  { call, network, limit }: FeeOptions,
  signal: AbortSignal,
): Promise<TransferFee | undefined> {
  // Without fee fields, so that the whole balance can be asked about (Max).
  const [estimate, price] = await Promise.all([
    rpc('eth_estimateGas', [call], signal).catch(() => undefined),
    askGasPrice(rpc, signal),
  ])
  const used = parseQuantity(estimate) || limit
  if (used === undefined || used === 0n || !price) return undefined
  const roomy = used === plainGas ? used : (used * 6n + 4n) / 5n
  const gas = limit !== undefined && limit >= used ? limit : roomy
  const { decimals } = network.nativeCurrency
  const known = { used, gas, price, decimals }
  if (!hasDataFee(network)) return totalFee(known)
  const data = await import('./dataFee.ts')
    .then(({ dataFee }) => dataFee(rpc, { call, network, gas, price }, signal))
    .catch(() => undefined)
  return data && totalFee({ ...known, data })
}

/** Whether a network takes a fee for a transaction's data besides its gas. */
export function hasDataFee({ caipNetworkId }: Pick<Network, 'caipNetworkId'>): boolean {
  return dataFeeChains.includes(Number(caipNetworkId.slice(7)))
}

/** The price of a unit of gas now; undefined when no node says it. */
export async function askGasPrice(rpc: RpcRequest, signal: AbortSignal): Promise<GasPrice | undefined> {
  const ask = (method: string, ...params: unknown[]) => rpc(method, params, signal).catch(() => undefined)
  const [history, tip, legacy] = await Promise.all([
    ask('eth_feeHistory', toQuantity(blocks), 'latest', [middle]),
    ask('eth_maxPriorityFeePerGas'),
    ask('eth_gasPrice'),
  ])
  return gasPriceOf({ history, tip, legacy })
}

/** Makes a gas price of a node's answers; undefined when they make no sense. */
export function gasPriceOf({
  history,
  tip,
  legacy,
}: Readonly<Record<'history' | 'tip' | 'legacy', unknown>>): GasPrice | undefined {
  const fees = itemsOf(fieldOf(history, 'baseFeePerGas'), 100)?.map(parseQuantity)
  const baseFee = fees?.at(-1)
  const price = parseQuantity(legacy)
  const plain = price === undefined ? undefined : { gasPrice: price }
  if (baseFee === undefined) return plain
  // Some nodes suggest a tip only as a part of the whole price.
  const rest = price !== undefined && price > baseFee ? price - baseFee : undefined
  const maxPriorityFeePerGas = parseQuantity(tip) ?? middleTip(fieldOf(history, 'reward')) ?? rest
  if (maxPriorityFeePerGas === undefined) return plain
  return { baseFee, maxPriorityFeePerGas, maxFeePerGas: baseFee * 2n + maxPriorityFeePerGas }
}

/** The median of the tips that blocks took; blocks without any say nothing. */
function middleTip(rewards: unknown): bigint | undefined {
  const tips = itemsOf(rewards, 100)
    ?.map(row => parseQuantity(fieldOf(row, '0')))
    .filter(value => value !== undefined && value > 0n)
    .sort((a, b) => ((a as bigint) < (b as bigint) ? -1 : 1))
  return tips?.[tips.length >> 1]
}

/** Exact sums; `likely` is what the estimate takes at the next block's price. */
export function totalFee({
  used,
  gas,
  price,
  decimals,
  data,
}: {
  readonly used: bigint
  readonly gas: bigint
  readonly price: GasPrice
  /** Of the network's own currency. */
  readonly decimals: number
  /** With the room that it is given. */
  readonly data?: { readonly most: bigint; readonly likely: bigint } | undefined
}): TransferFee {
  const amount = (value: bigint) => ({ value, decimals })
  const isLegacy = 'gasPrice' in price
  const perGas = isLegacy ? price.gasPrice : price.maxFeePerGas
  const likelyPerGas = isLegacy ? price.gasPrice : price.baseFee + price.maxPriorityFeePerGas
  return {
    most: amount(gas * perGas + (data?.most ?? 0n)),
    likely: amount(used * likelyPerGas + (data?.likely ?? 0n)),
    ...(data && { data: amount(data.likely) }),
    details: {
      gas: toQuantity(gas),
      ...(isLegacy
        ? { gasPrice: toQuantity(price.gasPrice) }
        : {
            maxFeePerGas: toQuantity(price.maxFeePerGas),
            maxPriorityFeePerGas: toQuantity(price.maxPriorityFeePerGas),
          }),
    },
  }
}
