import { expect, test, vi } from 'vitest'
import { testFacts } from '../../chains/fixtures/testFacts.ts'
import type { DiscoverOptions } from '../../contract/adapter.ts'
import type { DiscoveredWallet } from '../../contract/wallet.ts'
import { resolveConfig } from '../../engine/base/config.ts'
import { linkedWallets } from '../../engine/nouns/wallets/linkedWallets.ts'
import { startDiscovery } from './startDiscovery.ts'

const wallet = (key: string, more: Partial<DiscoveredWallet> = {}): DiscoveredWallet => ({
  key,
  namespace: 'orbit',
  source: 'announced',
  info: { name: key },
  provider: {},
  ...more,
})

const looks: string[] = []

async function discover(...wallets: readonly DiscoveredWallet[]) {
  vi.stubGlobal('window', {})
  let announce: (found: DiscoveredWallet) => void = () => undefined
  const adapter = {
    namespace: 'orbit',
    facts: testFacts('orbit'),
    discover(_page: unknown, { onView }: DiscoverOptions, found: (wallet: DiscoveredWallet) => void) {
      announce = found
      onView?.(() => {
        throw new Error('a foreign getter')
      })
      onView?.(() => looks.push('look'))
      for (const each of wallets) found(each)
      return () => undefined
    },
    load: () => Promise.reject(new Error('not loaded here')),
  }
  const discovery = await startDiscovery(resolveConfig({ projectId: 'p', adapters: [adapter] }))
  return { discovery, announce: (found: DiscoveredWallet) => announce(found) }
}

test('a wallet that says no rdns comes with what links it, in the first list already', async () => {
  const { discovery } = await discover(wallet('one'), wallet('two'))
  expect(discovery.found.map(({ key }) => key)).toEqual(['one', 'two'])
  expect(discovery.link?.()).toBe(linkedWallets)
})

test('without such a wallet nothing is loaded to link it, and one that comes later is linked too', async () => {
  const named = wallet('named', { info: { name: 'Named', rdns: 'com.named' } })
  const { discovery, announce } = await discover(named, wallet('global', { source: 'injected' }))
  expect(discovery.found.map(({ key }) => key)).toEqual(['named', 'global'])
  expect(discovery.link?.()).toBeUndefined()
  const told: unknown[] = []
  discovery.subscribe(found => told.push([found.key, discovery.link?.()]))
  announce(wallet('late'))
  await expect.poll(() => told).toEqual([['late', linkedWallets]])
})

test('a page full of announcements does not fill the memory', async () => {
  const { discovery } = await discover(...Array.from({ length: 300 }, (_, at) => wallet(`w${at}`)))
  expect(discovery.found).toHaveLength(200)
})

test('an adapter looks at the page again when a view is shown, until discovery stops', async () => {
  const { discovery } = await discover()
  looks.length = 0
  discovery.look?.()
  discovery.look?.()
  expect(looks).toEqual(['look', 'look'])
  discovery.stop()
  discovery.look?.()
  expect(looks).toHaveLength(2)
})
