/** How a host page takes an adapter. */
export interface SizedAdapter {
  /** The entry point that exports it. */
  readonly entry: string
  /** The export that makes its descriptor. */
  readonly name: string
  /** A network of its namespace, as `latchkey/networks` exports it. */
  readonly network: string
}

export const evmAdapter: SizedAdapter = { entry: 'latchkey/evm', name: 'evm', network: 'mainnet' }

/** Every adapter that exists: each is measured by being listed here. */
export const adapters: readonly SizedAdapter[] = [
  evmAdapter,
  { entry: 'latchkey/solana', name: 'solana', network: 'solana' },
  { entry: 'latchkey/bitcoin', name: 'bitcoin', network: 'bitcoin' },
  { entry: 'latchkey/stacks', name: 'stacks', network: 'stacks' },
  { entry: 'latchkey/polkadot', name: 'polkadot', network: 'polkadotAssetHub' },
  { entry: 'latchkey/sui', name: 'sui', network: 'sui' },
  { entry: 'latchkey/cosmos', name: 'cosmos', network: 'cosmosHub' },
]

/** The ten-line host page, written for these adapters. @throws Error when the page no longer says where they stand. */
export function writeHostPage(page: string, listed: readonly SizedAdapter[]): string {
  const imports = listed.map(({ entry, name }) => `import { ${name} } from '${entry}'\n`).join('')
  // A page without an adapter has a network all the same; of two exports with one name the network gets another.
  const networks = (listed.length > 0 ? listed : [evmAdapter]).map(({ name, network }) => ({
    imported: name === network ? `${network} as ${network}Network` : network,
    used: name === network ? `${network}Network` : network,
  }))
  const parts: readonly (readonly [string, string])[] = [
    ["import { evm } from 'latchkey/evm'\n", imports],
    ['import { mainnet }', `import { ${networks.map(({ imported }) => imported).join(', ')} }`],
    ['networks: [mainnet]', `networks: [${networks.map(({ used }) => used).join(', ')}]`],
    ['adapters: [evm()]', `adapters: [${listed.map(({ name }) => `${name}()`).join(', ')}]`],
  ]
  return parts.reduce((text, [part, by]) => replaceOnce(text, part, by), page)
}

function replaceOnce(text: string, part: string, by: string): string {
  if (text.split(part).length !== 2) throw new Error(`scripts/size/app/main.tsx does not say once: ${part}`)
  return text.replace(part, () => by)
}
