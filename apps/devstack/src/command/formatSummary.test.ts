import { expect, test } from 'vitest'
import { type DemandName, demandNetworks } from '../chains/devNetworks.ts'
import { formatSummary } from './formatSummary.ts'

const ofNames = (names: readonly DemandName[]) =>
  formatSummary({
    parts: [],
    url: undefined,
    description: { services: 'http://localhost:4401', faucet: 'http://localhost:4406/faucet' },
    ports: { chains: {}, solana: 4413, demand: {} },
    demand: { names, stateOf: () => 'running' },
  } as never)

test('says which chains begin anew at the next start', () => {
  const all = Object.keys(demandNetworks) as DemandName[]
  expect(ofNames([])).toContain('the chains keep their state.\n')
  expect(ofNames(['bitcoin', 'cosmos'])).toContain('the chains keep their state.\n')
  expect(ofNames(all)).toMatch(
    /keep their state, except (Fir|Ginkgo|Hazel), (Fir|Ginkgo|Hazel), (Fir|Ginkgo|Hazel)\.\n/,
  )
})
