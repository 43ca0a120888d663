import { type CaipNetworkId, isCaipNetworkId } from 'latchkey/contract'
import { jsonObject, type Reader, Wrong } from '../../core/settings/readers.ts'
import { servicesOf } from '../namespaces/namespaces.ts'

/**
 * Reads the servers of networks, the preferred one first: a JSON object from CAIP-2 id to URLs. `serves` says which namespaces have
 * such servers; `keys` is the rule for those that have none, as text to follow the variable's name.
 */
export function networkUrls(options: {
  readonly serves: (network: CaipNetworkId) => boolean
  readonly keys: string
}): Reader<ReadonlyMap<CaipNetworkId, readonly string[]>> {
  return text => {
    const rule = 'must be a JSON object from chain to URLs, such as {"eip155:1":["https://node.example"]}'
    const chains = new Map<CaipNetworkId, readonly string[]>()
    for (const [chain, urls] of Object.entries(jsonObject(text, rule))) {
      if (!isCaipNetworkId(chain) || !options.serves(chain)) throw new Wrong(options.keys)
      const refusal = servicesOf(chain)?.refuseReference?.(chain.slice(chain.indexOf(':') + 1))
      if (refusal !== undefined) throw new Wrong(refusal)
      if (!Array.isArray(urls) || urls.length < 1 || urls.length > 10 || !urls.every(isServerUrl))
        throw new Wrong(`must list 1 to 10 http(s) URLs without user and password for ${chain}`)
      // One that is listed twice is one node: it has one word where several have to agree.
      chains.set(chain, [...new Set(urls)])
    }
    return chains
  }
}

function isServerUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const url = new URL(value)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
