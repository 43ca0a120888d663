import { createLatchkey } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mainnet } from 'latchkey/networks'
import { ConnectButton, LatchkeyProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'

const latchkey = createLatchkey({
  projectId: 'bench',
  metadata: { name: 'Bench', url: location.origin },
  networks: [mainnet],
  adapters: [evm()],
  endpoints: { api: `${location.origin}/services` },
  features: { activity: true, swaps: true },
  customRpcUrls: { 'eip155:1': [`${location.origin}/rpc`] },
})

Object.assign(window, { latchkey })

createRoot(document.getElementById('root') as HTMLElement).render(
  <LatchkeyProvider latchkey={latchkey}>
    <ConnectButton />
  </LatchkeyProvider>,
)
