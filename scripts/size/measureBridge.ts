import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { installLocked } from '../build/installLocked.ts'
import type { PackedPackage } from '../build/packPackages.ts'

const examples = resolve(import.meta.dirname, '../../examples')
const host = join(examples, 'wagmi-react')

/** The wagmi app of wagmi's own guide, without the bridge and with it; the widget is there in both. */
const page = (bridge: boolean) => `
  import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
  import { createLatchkey } from 'latchkey'
  import { createRoot } from 'react-dom/client'
  import { createConfig, http, useConnect, useConnection, useConnectors, useSendTransaction, WagmiProvider } from 'wagmi'
  import { mainnet } from 'wagmi/chains'
  ${bridge ? "import { bindWagmi, latchkeyConnector } from 'latchkey/wagmi'" : ''}
  const latchkey = createLatchkey({ projectId: 'size', networks: [mainnet], adapters: [] })
  const config = createConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http() },
    ${bridge ? 'connectors: [latchkeyConnector(latchkey)],' : ''}
  })
  ${bridge ? 'bindWagmi({ latchkey, config })' : ''}
  const queries = new QueryClient()
  function App() {
    return [useConnection(), useConnect(), useConnectors(), useSendTransaction()].length
  }
  createRoot(document.body).render(
    <WagmiProvider config={config}><QueryClientProvider client={queries}><App /></QueryClientProvider></WagmiProvider>,
  )`

/** Bytes, after gzip, that `latchkey/wagmi` adds to a wagmi app that has the widget. */
export async function measureBridge(latchkey: PackedPackage): Promise<number> {
  await installLocked(examples)
  const [plain = 0, bridged = 0] = await Promise.all([false, true].map(bridge => sizeOf(latchkey, bridge)))
  return bridged - plain
}

async function sizeOf(latchkey: PackedPackage, bridge: boolean): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: page(bridge), loader: 'tsx', resolveDir: host },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    // The widget itself is counted elsewhere, and the bridge has none of it.
    external: ['latchkey'],
    alias: { 'latchkey/wagmi': join(latchkey.stage, 'dist', 'wagmi.js') },
    plugins: [
      {
        name: 'peer',
        setup({ onResolve, resolve: find }) {
          onResolve({ filter: /^viem$/ }, ({ importer, kind }) =>
            importer.startsWith(latchkey.stage) ? find('viem', { kind, resolveDir: host }) : undefined,
          )
        },
      },
    ],
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}
