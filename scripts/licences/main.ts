import { resolve } from 'node:path'
import { checkLicences } from './checkLicences.ts'
import { checkManifest } from './checkManifest.ts'
import { readManifests, readPackages } from './readPackages.ts'

const root = resolve(import.meta.dirname, '../..')
const lockfiles = readPackages(root)
const manifests = readManifests(root)
const problems = [
  ...lockfiles.flatMap(({ lockfile, packages }) => checkLicences(lockfile, packages)),
  ...manifests.flatMap(({ path, json }) => checkManifest(path, json)),
]
for (const problem of problems) console.log(problem)
const packages = lockfiles.reduce((sum, lockfile) => sum + lockfile.packages.length, 0)
console.log(`${packages + manifests.length} packages and manifests, ${problems.length} refused`)
if (problems.length > 0) process.exitCode = 1
