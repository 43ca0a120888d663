import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSnippets } from '../../testing/src/fixtures/readSnippets.ts'
import { typeFaults } from '../../testing/src/fixtures/typeFaults.ts'
import * as networks from './networks.ts'
import { namespaceData } from './pairing/namespaces/namespaceData.ts'

const root = resolve(import.meta.dirname, '../../..')
/** Inside the repository, so that what the pages import is found as in a host's own folder. */
const folder = join(root, '.cache', 'docs', `namespaces-${process.pid}`)

/** The pages by the adapters that they add. */
const pages = [
  ['namespaces', 'adapters: [evm(), solana(), bitcoin(), stacks(), polkadot(), sui(), cosmos()]'],
  ['solana', 'adapters: [evm(), solana()]'],
  ['bitcoin', 'adapters: [bitcoin()]'],
  ['stacks', 'adapters: [bitcoin(), stacks()]'],
  ['polkadot', 'adapters: [polkadot()]'],
  ['sui', 'adapters: [sui()]'],
  ['cosmos', 'adapters: [cosmos()]'],
] as const

const pageOf = (name: string) => join(root, 'docs', `${name}.md`)

test('each page adds its namespace with code that compiles', async () => {
  mkdirSync(folder, { recursive: true })
  try {
    for (const [name, adapters] of pages) {
      const [add] = readSnippets(pageOf(name))
      expect(add?.code).toContain(adapters)
      writeFileSync(join(folder, `${name}.ts`), add?.code ?? '')
    }
    const networkOf = (name: string, start: string) =>
      readSnippets(pageOf(name)).find(({ code }) => code.includes(start))?.code ?? ''
    writeFileSync(join(folder, 'cosmosNetwork.ts'), networkOf('cosmos', 'defineNetwork({'))
    writeFileSync(
      join(folder, 'polkadotNetwork.ts'),
      `import { defineNetwork } from 'latchkey/networks'\n${networkOf('polkadot', 'const chain =')}defineNetwork(chain)\n`,
    )
    expect(await typeFaults(folder)).toBe('')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test.each([
  ['bip122', 'bitcoin'],
  ['stacks', 'stacks'],
  ['polkadot', 'polkadot'],
  ['sui', 'sui'],
  ['cosmos', 'cosmos'],
])('the page of %s names each of its networks, and the methods that the relay carries', (namespace, name) => {
  const page = readFileSync(pageOf(name), 'utf8')
  for (const [word, network] of Object.entries(networks)) {
    if (typeof network === 'function' || network.chainNamespace !== namespace) continue
    expect(page).toContain(`\`${word}\``)
    expect(page).toContain(`\`${network.caipNetworkId}\``)
  }
  const relay = page.slice(page.indexOf('## Over the relay'), page.indexOf('## What is not supported'))
  for (const method of namespaceData[namespace]?.methods ?? []) expect(relay).toContain(`\`${method}\``)
})

test('the table of all namespaces names the methods that the relay carries', () => {
  const page = readFileSync(pageOf('namespaces'), 'utf8')
  for (const [namespace, { methods }] of Object.entries(namespaceData))
    if (namespace !== 'eip155') for (const method of methods) expect(page).toContain(`\`${method}\``)
})
