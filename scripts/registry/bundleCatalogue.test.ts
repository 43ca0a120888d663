import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bundleCatalogue } from './bundleCatalogue.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))

test('the wallets that come with the client are those of the registry: node scripts/registry/main.ts', () => {
  const { wallets } = read('apps/server/src/data/directory/registry/wallets.json')
  for (const [name, made] of Object.entries(bundleCatalogue(wallets)))
    expect(read(`packages/latchkey/src/engine/nouns/wallets/${name}.json`), name).toEqual(made)
})
