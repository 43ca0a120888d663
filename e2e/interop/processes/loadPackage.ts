import { createRequire } from 'node:module'
import { join } from 'node:path'

export interface LoadedPackage {
  /** What the package exports. */
  readonly exported: Readonly<Record<string, unknown>>
  /** What one of its dependencies exports, in the version that this package uses. */
  dependency(name: string): Readonly<Record<string, unknown>>
}

/** Loads a package from a folder with a `node_modules` of its own. @throws Error when it is not installed there. */
export function loadPackage(folder: string, name: string): LoadedPackage {
  const fromFolder = createRequire(join(folder, 'package.json'))
  const fromPackage = createRequire(fromFolder.resolve(name))
  return { exported: fromFolder(name), dependency: dependency => fromPackage(dependency) }
}
