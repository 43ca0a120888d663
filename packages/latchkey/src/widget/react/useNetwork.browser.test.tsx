import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { mainnet, optimism } from '../../contract/networks/evm.ts'
import { createMemoryStorage } from '../../engine/base/pageStorage.ts'
import { evm } from '../../evm.ts'
import { eventually } from '../conformance/eventually.ts'
import { createLatchkey } from '../handle/createLatchkey.ts'
import { useNetwork } from './useNetwork.ts'

test('the list of networks follows addNetwork and removeNetwork', async () => {
  const latchkey = createLatchkey({
    projectId: 'test',
    id: 'networks',
    storage: createMemoryStorage(),
    networks: [mainnet],
    adapters: [evm()],
  })
  const page = document.createElement('main')
  const root = createRoot(page)
  function List() {
    return useNetwork({ latchkey })
      .networks.map(({ name }) => name)
      .join(', ')
  }
  root.render(<List />)
  await eventually(() => page.textContent).toBe('Ethereum')
  await latchkey.addNetwork(optimism)
  await eventually(() => page.textContent).toBe('Ethereum, OP Mainnet')
  await latchkey.removeNetwork(optimism.caipNetworkId)
  await eventually(() => page.textContent).toBe('Ethereum')
  root.unmount()
  latchkey.destroy()
})

test('adding a listed network again moves neither it nor the account on it', async () => {
  const latchkey = createLatchkey({
    projectId: 'test',
    id: 'listed',
    storage: createMemoryStorage(),
    networks: [mainnet, optimism],
    adapters: [evm()],
  })
  await latchkey.addNetwork({ ...mainnet, rpcUrls: { default: { http: ['https://rpc.example'] } } })
  expect(latchkey.getNetworks().map(({ name }) => name)).toEqual(['Ethereum', 'OP Mainnet'])
  expect(latchkey.getState().network).toMatchObject({
    id: 1,
    rpcUrls: { default: { http: ['https://rpc.example'] } },
  })
  latchkey.destroy()
})
