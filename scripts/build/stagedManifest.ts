import { sourceCondition } from '../sourceCondition.ts'

/** The parts of a package.json that the build looks at. */
export interface Manifest {
  name: string
  version: string
  exports?: Record<string, unknown>
  dependencies?: Record<string, string>
  [field: string]: unknown
}

/** Entry points of this repository alone that the services need when they run from `dist`. */
const unpublished: readonly string[] = ['./evmswap']

const workshop: readonly string[] = ['devDependencies', 'scripts', 'private', 'workspaces']

/**
 * The package.json that is published: the source condition is taken out of `exports`, and so is an entry point that leads nowhere
 * else, or that the services alone import; what only concerns this repository is left behind.
 */
export function stagedManifest(manifest: Manifest): Manifest {
  const staged: Manifest = { name: manifest.name, version: manifest.version }
  for (const [field, value] of Object.entries(manifest)) if (!workshop.includes(field)) staged[field] = value
  const entryPoints = Object.entries(manifest.exports ?? {}).map(
    ([entry, target]) => [entry, withoutSource(target)] as const,
  )
  staged.exports = Object.fromEntries(
    entryPoints.filter(([entry, target]) => target !== undefined && !unpublished.includes(entry)),
  )
  return staged
}

function withoutSource(target: unknown): unknown {
  if (typeof target !== 'object' || target === null) return target
  const rest = Object.entries(target).filter(([condition]) => condition !== sourceCondition)
  return rest.length === 0 ? undefined : Object.fromEntries(rest)
}
