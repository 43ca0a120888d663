import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const platforms: Readonly<Record<string, string>> = {
  'linux-x64': 'anvil-linux-amd64',
  'linux-arm64': 'anvil-linux-arm64',
  'darwin-x64': 'anvil-darwin-amd64',
  'darwin-arm64': 'anvil-darwin-arm64',
}

/**
 * Path of the anvil binary that came with its npm package; nothing is looked up on PATH.
 * @throws Error that names the missing package.
 */
export function findAnvil(system = `${process.platform}-${process.arch}`): string {
  const name = platforms[system]
  if (!name) throw new Error(`The local chains need anvil, which has no package for ${system}.`)
  // The platform package is a dependency of @foundry-rs/anvil, so it is resolved from there.
  const require = createRequire(import.meta.url)
  const fromAnvil = createRequire(require.resolve('@foundry-rs/anvil/package.json'))

  try {
    const binary = join(fromAnvil.resolve(`@foundry-rs/${name}/package.json`), '..', 'bin', 'anvil')
    if (existsSync(binary)) return binary
  } catch {
    // Answered below: not installed and installed without its file are the same to the reader.
  }
  throw new Error(`The local chains need the npm package @foundry-rs/${name}: run npm ci again.`)
}
