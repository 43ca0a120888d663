import { createLatchkey } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mainnet } from 'latchkey/networks'
import { ConnectButton, LatchkeyProvider, useAccount } from 'latchkey/react'
import { createRoot } from 'react-dom/client'

/** The default, or what the address asks for, to measure one beside the other. */
const preload = new URLSearchParams(location.search).get('preload')

const latchkey = createLatchkey({
  projectId: 'bench',
  metadata: { name: 'Bench', url: location.origin },
  networks: [mainnet],
  adapters: [evm()],
  ...(preload === 'intent' && { preload }),
})

function Address() {
  return <p id="address">{useAccount().address}</p>
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <LatchkeyProvider latchkey={latchkey}>
    <ConnectButton />
    <Address />
  </LatchkeyProvider>,
)
