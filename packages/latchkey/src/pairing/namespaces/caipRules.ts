import { type ChainNamespace, isCaipNetworkId } from '../../contract/caip.ts'
import type { JsonValue } from '../../contract/jsonValue.ts'
import type { PairedRules } from './pairedRules.ts'

/** Where a namespace differs from the others that name chains by their CAIP-2 ids. */
export interface CaipRulesOptions extends Partial<Pick<PairedRules, 'sharesAddresses' | 'events'>> {
  /** By method, the session properties that hold its answer: the phone is not woken up for it. */
  readonly answers?: Readonly<Record<string, readonly string[]>>
  /** Methods that ask for the accounts on a chain, which the session names: answered with what the property of that name says of each. */
  readonly accounts?: readonly string[]
}

/** CAIP-2 ids as they are, and every call to the wallet but those that the session answers. */
export function caipRules(
  namespace: ChainNamespace,
  { sharesAddresses = false, events = {}, answers = {}, accounts = [] }: CaipRulesOptions = {},
): PairedRules {
  return {
    sharesAddresses,
    events: { chainChanged: 'chain', accountsChanged: 'accounts', ...events },
    chainName: chain => chain,
    readChain: (data, chain) => (isCaipNetworkId(data, namespace) ? data : chain),
    async request(world, method, params, chain) {
      if (accounts.includes(method)) {
        const said = world.properties()[method]
        const known = Array.isArray(said) ? (said as readonly JsonValue[]) : []
        return world
          .addresses(chain ?? world.chain)
          .map(address => known.find(each => isOf(each, address)) ?? { address })
      }
      const names = Object.hasOwn(answers, method) ? (answers[method] ?? []) : []
      const properties = world.properties()
      const held = names.find(name => Object.hasOwn(properties, name))
      return held === undefined ? world.toWallet(method, params, chain) : properties[held]
    },
  }
}

function isOf(account: JsonValue, address: string): boolean {
  return (
    typeof account === 'object' && account !== null && 'address' in account && account.address === address
  )
}
