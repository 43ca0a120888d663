import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ListedArtefact } from './checkArtefacts.ts'
import { type LockedPackage, readLockfile } from './lockfile.ts'
import { readArtefactLicence } from './spdxOf.ts'

/** Workspaces that are published or deployed: what they need at run time is held to the strict rules. */
const shippedFrom = [/^packages\/[^/]+$/, /^apps\/(server|frame)$/]
const leftOut = ['**/node_modules', '**/.cache', '**/dist', '**/.data']

/** Every lockfile of the repository with its packages; an installed package's own manifest speaks for its licence. */
export function readPackages(root: string): { lockfile: string; packages: LockedPackage[] }[] {
  return globSync('**/package-lock.json', { cwd: root, exclude: leftOut })
    .sort()
    .map(lockfile => {
      const folder = join(root, dirname(lockfile))
      const packages = readLockfile(readFileSync(join(root, lockfile), 'utf8'), shippedFrom)
      return {
        lockfile,
        packages: packages.map(locked => ({ ...locked, licence: statedLicence(folder, locked) })),
      }
    })
}

/** Every package.json that belongs to the repository. */
export function readManifests(root: string): { path: string; json: string }[] {
  return globSync('**/package.json', { cwd: root, exclude: leftOut })
    .sort()
    .map(path => ({ path, json: readFileSync(join(root, path), 'utf8') }))
}

/** Every `artefacts.json` with what it lists, and what reads the licence of an installed one. */
export function readArtefacts(root: string): {
  list: string
  artefacts: ListedArtefact[]
  read: (artefact: string) => string | undefined
}[] {
  return globSync('**/artefacts.json', { cwd: root, exclude: leftOut })
    .sort()
    .map(list => {
      const listed: Record<string, ListedArtefact> = JSON.parse(readFileSync(join(root, list), 'utf8'))
      const folder = join(root, dirname(list))
      return {
        list,
        artefacts: Object.values(listed),
        // The contract tests install the folder, and read them all.
        read: artefact =>
          existsSync(join(folder, 'node_modules', '.installed'))
            ? readArtefactLicence(folder, artefact)
            : undefined,
      }
    })
}

/** Every program of the repository but its tests, which may name an artefact to compare with it. */
export function readSources(root: string): { path: string; text: string }[] {
  return globSync('{apps,bench,e2e,examples,packages,scripts}/**/*.{ts,tsx,js,mjs}', {
    cwd: root,
    exclude: leftOut,
  })
    .filter(path => !path.includes('.test.') && path !== 'scripts/licences/policy.ts')
    .sort()
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** Every JSON file of the repository. */
export function readData(root: string): { path: string; text: string }[] {
  return globSync('**/*.json', { cwd: root, exclude: leftOut })
    .sort()
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function statedLicence(folder: string, locked: LockedPackage): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, locked.path, 'package.json'), 'utf8'))
    return licenceIn(manifest) ?? locked.licence
  } catch {
    // Binaries for other systems are locked but not installed: the lockfile's word counts.
    return locked.licence
  }
}

function licenceIn(manifest: unknown): string | undefined {
  if (typeof manifest !== 'object' || manifest === null) return undefined
  if ('license' in manifest && typeof manifest.license === 'string') return manifest.license
  const old = 'license' in manifest ? [manifest.license] : 'licenses' in manifest ? manifest.licenses : []
  const types = (Array.isArray(old) ? old : [])
    .map(each => each?.type)
    .filter(type => typeof type === 'string')
  return types.length === 0 ? undefined : types.join(' OR ')
}
