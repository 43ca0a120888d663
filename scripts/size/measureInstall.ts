import { globSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { PackedPackage } from '../build/packPackages.ts'
import { runTool } from '../build/runTool.ts'

const root = resolve(import.meta.dirname, '../..')

/** What a React host gets by installing the packed package, from a real `npm install` elsewhere. */
export interface MeasuredInstall {
  readonly packages: number
  readonly bytes: number
  /** Packages of a chain's own vendors among them. */
  readonly chainSdks: number
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
    return { packages: paths.length, bytes, chainSdks: paths.filter(path => sdk.test(path)).length }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
