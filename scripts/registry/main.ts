/**
 * Makes the files that follow from the wallet registry: `node scripts/registry/main.ts` the client's copy of it,
 * `node scripts/registry/main.ts <folder>` the logos too, out of an unpacked `@web3icons/core` (`npm pack` fetches it).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { bundleCatalogue } from './bundleCatalogue.ts'
import { copyLogos } from './copyLogos.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
const write = (path: string, value: unknown) =>
  writeFileSync(new URL(path, root), `${JSON.stringify(value, null, 2)}\n`)

const { wallets } = read('apps/server/src/data/directory/registry/wallets.json')
for (const [name, value] of Object.entries(bundleCatalogue(wallets)))
  write(`packages/latchkey/src/engine/nouns/wallets/${name}.json`, value)

const [folder] = process.argv.slice(2)
if (folder !== undefined)
  write(
    'apps/server/src/data/assets/registry/logos.json',
    await copyLogos(folder, read('scripts/registry/chosenLogos.json')),
  )
process.stdout.write('Format what changed: npx biome check --write\n')
