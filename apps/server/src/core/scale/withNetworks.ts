import { widerNetwork } from '../http/widerNetwork.ts'
import type { RateLimiter, RateRule } from './shared.ts'

/** How many clients' worth an IPv6 /48 has: one owner's 65,536 networks, or a carrier's customers. */
const networkClients = 16

/**
 * Counts keys that end with an IPv6 /64 by their /48 as well, which has as much as sixteen clients: one customer may own all of
 * it. The narrower bucket decides first, so that a client that is over its own limit takes nothing from its neighbors.
 */
export function withNetworks(make: (rule: RateRule) => RateLimiter): (rule: RateRule) => RateLimiter {
  return rule => {
    const own = make(rule)
    const wider = make({
      ...rule,
      name: `${rule.name} /48`,
      perSecond: networkClients * rule.perSecond,
      burst: networkClients * rule.burst,
    })
    return (key, cost) => {
      const at = key.lastIndexOf(' ') + 1
      const network = widerNetwork(key.slice(at))
      if (network === undefined) return own(key, cost)
      const widerKey = `${key.slice(0, at)}${network}`
      const wait = own(key, cost)
      if (typeof wait === 'number') return wait > 0 ? wait : wider(widerKey, cost)
      return wait.then(seconds => (seconds > 0 ? seconds : wider(widerKey, cost)))
    }
  }
}
