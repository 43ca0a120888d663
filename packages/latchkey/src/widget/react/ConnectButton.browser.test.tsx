import { createSimulatedWallet } from '@latchkey/testing'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { mainnet } from '../../contract/networks/evm.ts'
import { createMemoryStorage } from '../../engine/base/pageStorage.ts'
import { evm } from '../../evm.ts'
import { eventually } from '../conformance/eventually.ts'
import { createLatchkey } from '../handle/createLatchkey.ts'
import { ConnectButtonFace } from './ConnectButton.tsx'

test('an address has its label in whichever capitals the host writes it', async () => {
  const wallet = createSimulatedWallet({
    name: 'Blue',
    rdns: 'com.example.blue',
    chains: [{ id: 1 }],
    accounts: [`0x${'1'.repeat(64)}`],
    memory: false,
  })
  const latchkey = createLatchkey({
    projectId: 'test',
    id: 'labels',
    storage: createMemoryStorage(),
    networks: [mainnet],
    adapters: [evm()],
  })
  const page = document.body.appendChild(document.createElement('main'))
  const root = createRoot(page)
  root.render(<ConnectButtonFace latchkey={latchkey} />)
  await latchkey.preload()
  const find = () => latchkey.getWallets().find(({ walletId }) => walletId === 'rdns:com.example.blue')
  await eventually(find).toBeDefined()
  await latchkey.connect({ wallet: find()?.key ?? '' })
  const { address = '' } = latchkey.getState().accounts.eip155 ?? {}
  expect(address).toMatch(/[A-F]/)
  await latchkey.update({ addressLabels: { [address.toLowerCase()]: 'Treasury' } })
  await eventually(() => page.textContent).toBe('Treasury')
  await latchkey.update({ addressLabels: { [address]: 'Till' } })
  await eventually(() => page.textContent).toBe('Till')
  root.unmount()
  page.remove()
  latchkey.destroy()
  wallet.stop()
})
