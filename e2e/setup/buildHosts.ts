import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { installLocked } from '../../scripts/build/installLocked.ts'
import { packPackages } from '../../scripts/build/packPackages.ts'
import { runTool } from '../../scripts/build/runTool.ts'

const root = resolve(import.meta.dirname, '../..')
const sources = join(root, 'e2e', 'hosts')
/** Where the built pages are. */
export const site = join(root, '.cache', 'e2e', 'site')
/** The folder of the built pages for what several pages or several moments of one load. */
export const sharedFolder = 'shared'

/** Pages that are bundles of their own; `react` names the folder whose React and wagmi they use, and whose `src` is `example`. */
const bundles = {
  plain: { entry: 'plain/main.tsx', react: root, mode: 'production' },
  radix: { entry: 'radix/main.tsx', react: root, mode: 'production' },
  // Only the development build of React says what does not hydrate.
  ssr: { entry: 'ssr/main.tsx', react: root, mode: 'development' },
  react18: { entry: 'react18/main.tsx', react: join(sources, 'react18'), mode: 'development' },
  html: { entry: 'html/main.ts', react: root, mode: 'production' },
  lab: { entry: 'lab/main.tsx', react: root, mode: 'development' },
  wagmi3: { entry: 'wagmi/main.tsx', react: example('wagmi-react'), mode: 'production' },
  viem: { entry: 'viem/main.ts', react: example('viem'), mode: 'production' },
  announced: { entry: 'wagmi/embedded.ts', react: example('wagmi-react'), mode: 'production' },
  wagmi2: { entry: 'wagmi/main.tsx', react: example('wagmi2-react'), mode: 'production' },
  hooks3: { entry: 'wagmi/hooks.tsx', react: example('wagmi-react'), mode: 'production' },
  hooks2: { entry: 'wagmi/hooks.tsx', react: example('wagmi2-react'), mode: 'production' },
  solana: { entry: 'solana/main.tsx', react: root, mode: 'production' },
  sui: { entry: 'sui/main.tsx', react: root, mode: 'production' },
  bitcoin: { entry: 'bitcoin/main.ts', react: root, mode: 'production' },
  polkadot: { entry: 'polkadot/main.tsx', react: root, mode: 'production' },
} as const
export type BundleName = keyof typeof bundles

const modes = ['production', 'development'] as const

/** Programs that render a page in a Node.js process of their own, with all that they use. */
const renderers = { wagmi3: example('wagmi-react'), wagmi2: example('wagmi2-react') } as const

/** Wallets and hooks of Solana that we did not write. */
const solanaPeers = join(root, 'e2e', 'interop', 'peers', 'solana')
/** A client of Bitcoin wallets that we did not write. */
const bitcoinPeers = join(root, 'e2e', 'interop', 'peers', 'bitcoin')
/** dApp Kit, and the registry that it has. */
const suiPeers = join(root, 'e2e', 'interop', 'peers', 'sui')

/** The injector, the key ring and the library of Polkadot's ecosystem. */
const polkadotPeers = join(root, 'e2e', 'interop', 'peers', 'polkadot')

/** Folders with a lockfile of their own. */
const installed = [
  join(sources, 'react18'),
  join(root, 'examples'),
  solanaPeers,
  bitcoinPeers,
  polkadotPeers,
  suiPeers,
]

export interface BuiltHosts {
  /** Folder with one folder for each bundle, and `shared`. */
  readonly folder: string
  /** Renders the page of the `ssr` host in a Node.js process of its own. */
  renderOnServer(networks: unknown): Promise<string>
}

/**
 * Builds the host pages as strangers would: from the packed library, whose package.json has no source condition, with
 * esbuild's own defaults.
 * @throws Error when the library does not build, or what a host page uses cannot be installed.
 */
export async function buildHosts(): Promise<BuiltHosts> {
  const [packed] = await Promise.all([packPackages(), ...installed.map(folder => installLocked(folder))])
  const stage = packed.find(({ name }) => name === 'latchkey')?.stage
  if (stage === undefined) throw new Error('The library was not packed.')
  rmSync(site, { recursive: true, force: true })
  mkdirSync(join(site, 'node_modules'), { recursive: true })
  symlinkSync(stage, join(site, 'node_modules', 'latchkey'), 'dir')

  const program = join(site, 'render.mjs')
  await Promise.all([
    ...[...new Set(Object.values(bundles).map(({ react }) => react))].flatMap(react =>
      modes.map(mode => buildPages(react, mode)),
    ),
    ...Object.entries(renderers).map(([name, react]) =>
      build({
        ...common,
        entryPoints: [join(sources, 'wagmi', 'render.tsx')],
        outfile: join(site, name, 'render.cjs'),
        platform: 'node',
        format: 'cjs',
        define: { 'process.env.NODE_ENV': '"production"' },
        plugins: [asInstalled({ latchkey: site, react })],
      }),
    ),
    build({
      ...common,
      entryPoints: [join(sources, 'ssr', 'render.tsx')],
      outfile: program,
      packages: 'external',
      platform: 'node',
      format: 'esm',
    }),
  ])
  return {
    folder: site,
    async renderOnServer(networks) {
      // No condition reaches it: what it imports is what an installed library would give it.
      const { code, output } = await runTool([process.execPath, program, JSON.stringify(networks)], {
        cwd: site,
        env: { NODE_OPTIONS: '' },
      })
      if (code !== 0) throw new Error(`The page did not render on the server:\n${output}`)
      return output
    },
  }
}

/** The options shared by all builds here. */
const common = { bundle: true, jsx: 'automatic', logLevel: 'warning' } as const

/** Builds the pages that share React's folder and mode at once: a module that several of them have is read once. */
function buildPages(react: string, mode: (typeof modes)[number]): Promise<unknown> {
  const pages = Object.entries(bundles).filter(([, page]) => page.react === react && page.mode === mode)
  return build({
    ...common,
    entryPoints: Object.fromEntries(pages.map(([name, { entry }]) => [`${name}/main`, join(sources, entry)])),
    outdir: site,
    chunkNames: `${sharedFolder}/[name]-[hash]`,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: mode === 'production',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    plugins: [asInstalled({ latchkey: site, react })],
  })
}

/** Where the library's own dependencies are. */
const dependencies = resolve(import.meta.dirname, '../../packages/latchkey')

/** Resolves the library and React from where a host would have installed them, for every importer. */
function asInstalled(folders: { readonly latchkey: string; readonly react: string }): Plugin {
  const done = Symbol('resolved')
  return {
    name: 'as-installed',
    setup({ onResolve, resolve: find }) {
      onResolve({ filter: /^(latchkey|react|react-dom)(\/|$)/ }, async ({ path, kind, pluginData }) => {
        if (pluginData === done) return undefined
        const resolveDir = path.startsWith('latchkey') ? folders.latchkey : folders.react
        return find(path, { kind, resolveDir, pluginData: done })
      })
      onResolve({ filter: /^example\// }, ({ path }) => ({
        path: join(folders.react, 'src', path.slice('example/'.length)),
      }))
      // A host's page, and the library where it is the host's peer, have what the host installed.
      onResolve(
        { filter: /^(wagmi|viem|@tanstack\/react-query)(\/|$)/ },
        async ({ path, kind, importer, pluginData }) => {
          const isHosts = !importer.includes('/node_modules/') || importer.includes('/.cache/packs/latchkey/')
          if (pluginData === done || !isHosts) return undefined
          return find(path, { kind, resolveDir: folders.react, pluginData: done })
        },
      )
      // The library has none of these: a page that does brings its own.
      onResolve(
        { filter: /^@(solana|mysten|wallet-standard)\// },
        async ({ path, kind, importer, pluginData }) => {
          if (pluginData === done || importer.includes('/node_modules/')) return undefined
          const resolveDir = importer.includes('/hosts/sui/') ? suiPeers : solanaPeers
          return find(path, { kind, resolveDir, pluginData: done })
        },
      )
      onResolve({ filter: /^@sats-connect\// }, async ({ path, kind, pluginData }) =>
        pluginData === done ? undefined : find(path, { kind, resolveDir: bitcoinPeers, pluginData: done }),
      )
      onResolve({ filter: /^@polkadot\// }, async ({ path, kind, importer, pluginData }) => {
        if (pluginData === done || importer.includes('/node_modules/')) return undefined
        return find(path, { kind, resolveDir: polkadotPeers, pluginData: done })
      })
      // What the library depends on comes in the library's own versions, which need not be those at the root.
      onResolve({ filter: /^@?[a-z]/ }, async ({ path, kind, importer, pluginData }) => {
        if (pluginData === done || !importer.includes('/.cache/packs/latchkey/')) return undefined
        return find(path, { kind, resolveDir: dependencies, pluginData: done })
      })
    },
  }
}

function example(name: string): string {
  return join(root, 'examples', name)
}
