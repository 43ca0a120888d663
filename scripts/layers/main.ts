import { resolve } from 'node:path'
import { checkLayers } from './checkLayers.ts'
import { formatFinding } from './finding.ts'
import { readTree } from './readTree.ts'

const tree = readTree(resolve(import.meta.dirname, '../..'))
const findings = checkLayers(tree)
const errors = findings.filter(finding => finding.severity === 'error')
for (const finding of findings) console.log(formatFinding(finding))
console.log(`${tree.files.size} files, ${errors.length} refused, ${findings.length - errors.length} warnings`)
if (errors.length > 0) process.exitCode = 1
