import { checkLicences } from './checkLicences.ts'
import { checkManifest } from './checkManifest.ts'
import { readManifests, readPackages } from './readPackages.ts'

/**
 * Checks every lockfile and manifest of the repository: returns the problems, one line each, and the number of checked
 * packages.
 */
export function checkRepository(root: string): { problems: string[]; looked: number } {
  const lockfiles = readPackages(root)
  const manifests = readManifests(root)
  const problems = [
    ...lockfiles.flatMap(({ lockfile, packages }) => checkLicences(lockfile, packages)),
    ...manifests.flatMap(({ path, json }) => checkManifest(path, json)),
  ]
  return {
    problems,
    looked: lockfiles.reduce((sum, { packages }) => sum + packages.length, manifests.length),
  }
}
