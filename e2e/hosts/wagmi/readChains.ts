import type { Chain } from 'viem'
import { readNetworks } from '../readNetworks.ts'

/** The local chains as viem writes them. */
export function readChains(): readonly [Chain, ...Chain[]] {
  const chains = readNetworks().map(({ id, name, nativeCurrency, rpcUrls }) => ({
    id: Number(id),
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [...rpcUrls.default.http] } },
  }))
  return chains as [(typeof chains)[number], ...typeof chains]
}
