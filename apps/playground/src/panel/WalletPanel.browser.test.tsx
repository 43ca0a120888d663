import { createSimulatedWallet } from '@latchkey/testing'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { WalletPanel } from './WalletPanel.tsx'

test("shows the wallet's chain, also an unlisted one, and offers it", async () => {
  const wallet = createSimulatedWallet({
    name: 'Panel Wallet',
    rdns: 'test.panel',
    chains: [{ id: 31337 }],
    chainId: 10,
    announce: 'manual',
    memory: false,
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<WalletPanel wallet={wallet} />)
  const shown = () => [...place.querySelectorAll('select')].at(-1)?.value
  await expect.poll(shown).toBe('10')
  wallet.control.switchChain(31338)
  await expect.poll(shown).toBe('31338')
  wallet.control.switchChain(77)
  await expect.poll(shown).toBe('77')
  root.unmount()
  place.remove()
  wallet.stop()
})
