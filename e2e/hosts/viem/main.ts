import { createPage } from '../../../examples/viem/src/createPage.ts'
import { readNetworks } from '../readNetworks.ts'
import { readChains } from '../wagmi/readChains.ts'

const root = document.getElementById('root')
if (root) createPage(readChains(readNetworks()), root)
