import { expect, test } from 'vitest'
import { base, mainnet, optimism } from '../../contract/networks/evm.ts'
import { findNetworks } from './findNetworks.ts'

const networks = [mainnet, optimism, base]

const table: readonly (readonly [search: string, names: readonly string[]])[] = [
  ['', ['Ethereum', 'OP Mainnet', 'Base']],
  ['  ', ['Ethereum', 'OP Mainnet', 'Base']],
  ['BASE', ['Base']],
  ['e', ['Ethereum', 'OP Mainnet', 'Base'].filter(name => name.toLowerCase().includes('e'))],
  ['10', ['OP Mainnet']],
  ['main', ['OP Mainnet']],
  ['(', []],
]

test.each(table)('"%s" finds %s', (search, names) => {
  expect(findNetworks(networks, search).map(network => network.name)).toEqual(names)
})
