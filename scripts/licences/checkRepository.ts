import { checkArtefacts, findCommitted, findUnlisted } from './checkArtefacts.ts'
import { checkLicences } from './checkLicences.ts'
import { checkManifest } from './checkManifest.ts'
import { readArtefacts, readData, readManifests, readPackages, readSources } from './readPackages.ts'

/**
 * Checks every lockfile, manifest and loaded artefact of the repository: returns the problems, one line each, and the number of
 * checked packages and artefacts.
 */
export function checkRepository(root: string): { problems: string[]; looked: number } {
  const lockfiles = readPackages(root)
  const manifests = readManifests(root)
  const artefacts = readArtefacts(root)
  const problems = [
    ...lockfiles.flatMap(({ lockfile, packages }) => checkLicences(lockfile, packages)),
    ...manifests.flatMap(({ path, json }) => checkManifest(path, json)),
    ...artefacts.flatMap(({ list, artefacts: listed, read }) => checkArtefacts(list, listed, read)),
    ...readSources(root).flatMap(({ path, text }) => findUnlisted(path, text)),
    ...readData(root).flatMap(({ path, text }) => findCommitted(path, text)),
  ]
  return {
    problems,
    looked:
      manifests.length +
      [...lockfiles.map(({ packages }) => packages), ...artefacts.map(each => each.artefacts)].flat().length,
  }
}
