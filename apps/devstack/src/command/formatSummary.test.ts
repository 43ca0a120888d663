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

test.each([
  ['starting', 'Bundler                http://localhost:4408  (still starts)\n'],
  ['running', 'Bundler                http://localhost:4408\n'],
  ['out', 'Bundler                http://localhost:4408  (left out)\n'],
])('says of the bundler whether it answers: %s', (state, line) => {
  const stack = {
    parts: ['bundler'],
    url: undefined,
    description: { services: 'http://localhost:4401', faucet: 'http://localhost:4406/faucet' },
    ports: { chains: {}, solana: 4413, demand: {}, bundler: 4408 },
    demand: { names: [], stateOf: () => 'out' },
    bundler: { state: () => state },
  }
  expect(formatSummary(stack as never)).toContain(line)
})
