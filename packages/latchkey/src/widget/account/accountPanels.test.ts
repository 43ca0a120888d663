import { expect, test } from 'vitest'
import { testFacts } from '../../chains/fixtures/testFacts.ts'
import type { AccountTab } from '../../contract/account.ts'
import { accountTabsOf } from './accountPanels.ts'

interface Case {
  readonly namespace?: string
  readonly activity?: boolean
  readonly api?: string
  readonly basic?: boolean
  readonly assets?: boolean
}

const api = 'https://api.example'

const table: readonly (readonly [what: string, given: Case, tabs: readonly AccountTab[]])[] = [
  ['services and the flag', { api, activity: true }, ['tokens', 'nfts', 'activity']],
  ['services without the flag', { api }, ['tokens', 'nfts']],
  ['another namespace (SPEC §6)', { api, activity: true, namespace: 'solana' }, ['tokens']],
  ['no services', { activity: true }, []],
  ['a wallet that lists its own', { assets: true, activity: true }, ['tokens']],
  ['basic mode', { api, activity: true, assets: true, basic: true }, []],
]

test.each(table)('%s', (_, { namespace = 'eip155', activity, api: given, basic, assets = false }, tabs) => {
  const state = { activeNamespace: namespace, features: { ...(activity !== undefined && { activity }) } }
  const adapters = [{ namespace, facts: testFacts(namespace) }]
  const config = {
    adapters,
    ...(given !== undefined && { endpoints: { api: given } }),
    ...(basic && { basic }),
  }
  expect(accountTabsOf({ state, config } as unknown as Parameters<typeof accountTabsOf>[0], assets)).toEqual(
    tabs,
  )
})
