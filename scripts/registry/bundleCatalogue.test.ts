import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keplr, keplrWallets } from '../../packages/latchkey/src/chains/cosmos/keplrWallets.ts'
import { ownGlobals } from '../../packages/latchkey/src/chains/registries/ownGlobals.ts'
import { bundleCatalogue } from './bundleCatalogue.ts'

interface Wallet {
  readonly rdns?: string
  readonly chains: readonly string[]
  readonly injected?: readonly { readonly namespace: string; readonly injected_id: string }[]
}

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'))

test('the wallets that come with the client are those of the registry: node scripts/registry/main.ts', () => {
  const { wallets } = read('apps/server/src/data/directory/registry/wallets.json')
  for (const [name, made] of Object.entries(bundleCatalogue(wallets)))
    expect(read(`packages/latchkey/src/engine/nouns/wallets/${name}.json`), name).toEqual(made)
})

/** Wallets that are found and that the registry does not list. */
const unlisted = ['Vultisig', 'OWallet']

test('what is found at a place of its own has its listing, under the place or by its rdns', () => {
  const { wallets } = read('apps/server/src/data/directory/registry/wallets.json')
  const found = [
    ...ownGlobals.flatMap(each => each.namespaces.map(namespace => ({ ...each, namespace }))),
    ...[keplr, ...keplrWallets].map(each => ({ rdns: undefined, ...each, namespace: 'cosmos' })),
  ]
  const lost = found.filter(
    ({ path, rdns, namespace, name }) =>
      !unlisted.includes(name) &&
      !wallets.some(
        (wallet: Wallet) =>
          wallet.chains.some(chain => chain.startsWith(`${namespace}:`)) &&
          ((rdns !== undefined && wallet.rdns === rdns) ||
            wallet.injected?.some(each => each.namespace === namespace && each.injected_id === path)),
      ),
  )
  expect(lost.map(({ namespace, path }) => `${namespace} ${path}`)).toEqual([])
})
