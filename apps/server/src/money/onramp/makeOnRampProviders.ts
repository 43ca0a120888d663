import type { CaipNetworkId } from 'latchkey/contract'
import type { CaipAsset } from 'latchkey/services'
import type { Clock } from '../../core/http/appTypes.ts'
import { makeCoinbase } from './coinbase/makeCoinbase.ts'
import { makeMeld } from './meld/makeMeld.ts'
import { makeMoonPay } from './moonpay/makeMoonPay.ts'
import type { OnRampProvider } from './onRampProvider.ts'
import type { OnRampSettings } from './readOnRampSettings.ts'

/** What providers are made of. */
export interface OnRampParts {
  readonly settings: OnRampSettings
  /**
   * The CAIP-19 id of a contract on a network, or with null of its own currency, and undefined on a network whose receipts our
   * nodes cannot read.
   */
  readonly assetOf: (network: CaipNetworkId, contract: string | null) => CaipAsset | undefined
  /** Monotonic milliseconds. */
  readonly clock: Clock
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Creates a provider; undefined where the settings do not ask for it. */
export type MakeOnRampProvider = (parts: OnRampParts) => OnRampProvider | undefined

/** Every provider that there is: a new one is a file and a line here. */
const known: readonly MakeOnRampProvider[] = [makeMeld, makeCoinbase, makeMoonPay]

/** The providers that the settings ask for. */
export function makeOnRampProviders(parts: OnRampParts): readonly OnRampProvider[] {
  return known.flatMap(make => make(parts) ?? [])
}
