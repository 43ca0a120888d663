import type { Network } from 'latchkey'
import type { Chain } from 'viem'

/** Networks as viem writes chains. */
export function readChains(networks: readonly Network[]): readonly [Chain, ...Chain[]] {
  const chains = networks.map(({ id, name, nativeCurrency, rpcUrls }) => ({
    id: Number(id),
    name,
    nativeCurrency,
    rpcUrls: { default: { http: [...rpcUrls.default.http] } },
  }))
  return chains as [(typeof chains)[number], ...typeof chains]
}
