import { globSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { PackedPackage } from '../build/packPackages.ts'
import { runTool } from '../build/runTool.ts'

const root = resolve(import.meta.dirname, '../..')
const verifiers = join(root, 'packages/latchkey/src/server/namespaces/signInNamespaces.ts')

/** What a React host gets by installing the packed package, from a real `npm install` elsewhere. */
export interface MeasuredInstall {
  readonly packages: number
  readonly bytes: number
  /** Packages of a chain's own vendors among them. */
  readonly chainSdks: number
  /** Bytes, after gzip, of what a server checks signatures of all namespaces with, curves and hashes included. */
  readonly verifiers: number
}

const sdk =
  /(^|\/)node_modules\/(@(solana|solana-program|wallet-standard|mysten|polkadot|cosmjs|stacks|walletconnect|reown)\/|viem$|ethers$)/

/** Installs the packed package in a folder elsewhere. @throws Error with npm's words. */
export async function measureInstall(latchkey: PackedPackage): Promise<MeasuredInstall> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-host-'))
  try {
    const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    )
    const dependencies = {
      latchkey: `file:${latchkey.tarball}`,
      react: devDependencies.react,
      'react-dom': devDependencies['react-dom'],
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'host', private: true, dependencies }))
    const install = [
      'npm',
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
      '--loglevel=error',
    ]
    const { code, output } = await runTool(install, { cwd: folder })
    if (code !== 0) throw new Error(`npm install of the packed package failed:\n${output}`)
    const lockfile: { packages: Record<string, unknown> } = JSON.parse(
      readFileSync(join(folder, 'package-lock.json'), 'utf8'),
    )
    const paths = Object.keys(lockfile.packages).filter(path => path !== '')
    const bytes = globSync('node_modules/**/*', { cwd: folder })
      .map(path => lstatSync(join(folder, path)))
      .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0)
    const chainSdks = paths.filter(path => sdk.test(path)).length
    return { packages: paths.length, bytes, chainSdks, verifiers: await sizeOfVerifiers(folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The rules of all namespaces by which a server checks signatures, as one script with the curves and hashes that a host installs. */
async function sizeOfVerifiers(folder: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [verifiers],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'node',
    plugins: [
      {
        name: 'installed',
        setup({ onResolve, resolve: find }) {
          onResolve({ filter: /^@(noble|scure)\// }, ({ path, importer, kind }) =>
            importer.startsWith(root) ? find(path, { kind, resolveDir: folder }) : undefined,
          )
        },
      },
    ],
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}
