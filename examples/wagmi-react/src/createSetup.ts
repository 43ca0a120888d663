import { createLatchkey } from 'latchkey'
import { evm } from 'latchkey/evm'
import { bindWagmi, latchkeyConnector } from 'latchkey/wagmi'
import type { Chain } from 'viem'
import { type CreateConfigParameters, createConfig, http } from 'wagmi'

/** The widget and wagmi's config for the same chains, kept the same: once, outside of React. */
export function createSetup(
  chains: readonly [Chain, ...Chain[]],
  options: Pick<CreateConfigParameters, 'ssr' | 'storage'> = {},
) {
  const latchkey = createLatchkey({
    projectId: 'latchkey-dev',
    metadata: { name: 'Latchkey and wagmi' },
    networks: chains,
    adapters: [evm()],
  })
  const config = createConfig({
    chains,
    connectors: [latchkeyConnector(latchkey)],
    transports: Object.fromEntries(chains.map(chain => [chain.id, http()])),
    ...options,
  })
  bindWagmi({ latchkey, config })
  return { latchkey, config }
}
