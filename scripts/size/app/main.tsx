import { createLatchkey } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mainnet } from 'latchkey/networks'
import { ConnectButton, LatchkeyProvider } from 'latchkey/react'
import { createRoot } from 'react-dom/client'

const metadata = { name: 'Host', description: 'A host page', url: location.origin, icons: [] }
const latchkey = createLatchkey({
  projectId: 'latchkey-dev',
  metadata,
  networks: [mainnet],
  adapters: [evm()],
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <LatchkeyProvider latchkey={latchkey}>
    <ConnectButton />
  </LatchkeyProvider>,
)
