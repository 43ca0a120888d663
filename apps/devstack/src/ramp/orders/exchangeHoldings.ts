import { formatDecimal, parseDecimal } from '../quotes/decimals.ts'
import type { RampAsset } from '../quotes/rampAssets.ts'
import type { RampStore } from './openRampStore.ts'
import type { RampOrder } from './rampOrder.ts'

/** What a customer of the exchange has, in smallest units. A new one has something of everything. */
export function readHolding(store: RampStore, email: string, asset: RampAsset): bigint {
  return store.holdingOf(email, asset.code) ?? asset.opening
}

/** The same as a decimal. */
export function formatHolding(store: RampStore, email: string, asset: RampAsset): string {
  return formatDecimal(readHolding(store, email, asset), asset.decimals)
}

/** Takes an amount and the fee from a customer; false when there is less. */
export function takeHolding(
  store: RampStore,
  options: { email: string; asset: RampAsset; amount: string },
): boolean {
  const { email, asset, amount } = options
  const units = parseDecimal(amount, asset.decimals)
  const held = readHolding(store, email, asset)
  if (units === undefined || held < units + asset.withdrawalFee) return false
  store.setHolding(email, asset.code, held - units - asset.withdrawalFee)
  return true
}

/** Returns to a customer of the exchange what an order took; the others paid with money that only tests know. */
export function giveBack(store: RampStore, order: RampOrder, assets: readonly RampAsset[]): boolean {
  const asset = assets.find(({ code }) => code === order.asset)
  if (order.kind !== 'TRANSFER' || order.email === null || asset === undefined) return true
  const units = parseDecimal(order.amount, asset.decimals) ?? 0n
  store.setHolding(
    order.email,
    asset.code,
    readHolding(store, order.email, asset) + units + asset.withdrawalFee,
  )
  return true
}
