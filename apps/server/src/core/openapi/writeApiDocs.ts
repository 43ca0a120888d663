/** `npm run api`: writes the summaries of the calls and docs/api.md from the contract. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createDocument } from './createDocument.ts'
import { formatMarkdown } from './formatMarkdown.ts'
import { listContractRoutes } from './listRoutes.ts'
import { readSummaries } from './readSummaries.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const summaries = join(import.meta.dirname, 'summaries.json')
const text = `${JSON.stringify(readSummaries(join(root, 'packages/latchkey/src/contract')), null, 2)}\n`
writeFileSync(summaries, text)
writeFileSync(
  join(root, 'docs/api.md'),
  formatMarkdown(createDocument(listContractRoutes(), JSON.parse(text) as Record<string, string>)),
)
