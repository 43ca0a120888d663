import { resolve } from 'node:path'
import { checkRepository } from './checkRepository.ts'

const { problems, looked } = checkRepository(resolve(import.meta.dirname, '../..'))
for (const problem of problems) console.log(problem)
console.log(`${looked} packages and manifests, ${problems.length} refused`)
if (problems.length > 0) process.exitCode = 1
