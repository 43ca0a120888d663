import { defaultConnectMethods } from '../../contract/limits.ts'
import type { ConnectMethod } from '../../contract/options.ts'

/** What stands above and below the wallet list of Connect. */
export interface ArrangedMethods {
  readonly before: readonly ConnectMethod[]
  readonly after: readonly ConnectMethod[]
}

/**
 * The ways to connect beside wallets, in the host's order; without one, wallets come first where one is installed, else
 * email, social, wallets (SPEC-NOTES §2 "Connect"). What the host's order leaves out comes last, so that nothing disappears.
 */
export function arrangeMethods(options: {
  readonly order: unknown
  readonly hasInstalled: boolean
  readonly isOn: (method: ConnectMethod) => boolean
}): ArrangedMethods {
  const { order, hasInstalled, isOn } = options
  const given = Array.isArray(order)
    ? defaultConnectMethods.filter(method => order.includes(method)).sort(byPlaceIn(order))
    : []
  const standard: readonly ConnectMethod[] = hasInstalled
    ? ['wallet', 'email', 'social']
    : defaultConnectMethods
  const all = [...new Set([...given, ...(given.length > 0 ? defaultConnectMethods : standard)])]
  const wallets = all.indexOf('wallet')
  return {
    before: all.slice(0, wallets).filter(isOn),
    after: all.slice(wallets + 1).filter(isOn),
  }
}

function byPlaceIn(order: readonly unknown[]) {
  return (one: ConnectMethod, other: ConnectMethod) => order.indexOf(one) - order.indexOf(other)
}
