import { createLatchkey } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mainnet, solana as solanaNetwork } from 'latchkey/networks'
import { ConnectButton, LatchkeyProvider, useAccount } from 'latchkey/react'
import { solana } from 'latchkey/solana'
import { createRoot } from 'react-dom/client'

const latchkey = createLatchkey({
  projectId: 'bench',
  metadata: { name: 'Bench', url: location.origin },
  networks: [mainnet, solanaNetwork],
  adapters: [evm(), solana()],
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
