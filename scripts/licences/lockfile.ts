/** One installed package as a lockfile lists it. */
export interface LockedPackage {
  /** Place in the lockfile, such as `node_modules/a/node_modules/b`. */
  path: string
  name: string
  version: string
  licence: string | undefined
  hasInstallScript: boolean
  /** Whether something that is published or deployed needs it. */
  shipped: boolean
}

interface Entry {
  version?: string
  name?: string
  license?: string
  link?: boolean
  resolved?: string
  hasInstallScript?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** The packages of a lockfile (version 3); those that a workspace in `shippedFrom` needs at run time are marked. */
export function readLockfile(json: string, shippedFrom: readonly RegExp[]): LockedPackage[] {
  const entries = parseEntries(json)
  const shipped = new Set<string>()
  const queue = Object.keys(entries).filter(path => shippedFrom.some(pattern => pattern.test(path)))
  for (const path of queue) {
    for (const name of neededAtRunTime(entries[path] ?? {})) {
      const target = locate(entries, path, name)
      if (target === undefined || shipped.has(target)) continue
      shipped.add(target)
      queue.push(target)
    }
  }
  return Object.entries(entries)
    .filter(([path, entry]) => /(^|\/)node_modules\//.test(path) && entry.link !== true)
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? nameAt(path),
      version: entry.version ?? '',
      licence: entry.license,
      hasInstallScript: entry.hasInstallScript === true,
      shipped: shipped.has(path),
    }))
}

function parseEntries(json: string): Record<string, Entry> {
  const parsed: { lockfileVersion?: number; packages?: Record<string, Entry> } = JSON.parse(json)
  if (parsed.lockfileVersion !== 3 || parsed.packages === undefined)
    throw new Error('not a lockfile of version 3')
  return parsed.packages
}

function neededAtRunTime(entry: Entry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    name => entry.peerDependenciesMeta?.[name]?.optional !== true,
  )
  return [
    ...Object.keys(entry.dependencies ?? {}),
    ...Object.keys(entry.optionalDependencies ?? {}),
    ...peers,
  ]
}

// Node's own walk: look in this folder's node_modules, then in each parent's; a link leads to the workspace it names.
function locate(entries: Record<string, Entry>, from: string, name: string): string | undefined {
  let folder = from
  for (;;) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const entry = entries[path]
    if (entry !== undefined) return entry.link === true ? entry.resolved : path
    if (folder === '') return undefined
    folder = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : ''
  }
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
