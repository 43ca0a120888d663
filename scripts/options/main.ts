/** `npm run options`: writes docs/options.md from the types of the package. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { formatOptions } from './formatOptions.ts'

const root = resolve(import.meta.dirname, '../..')
writeFileSync(join(root, 'docs/options.md'), formatOptions(root))
