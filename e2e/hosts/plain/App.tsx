import { createLatchkey, type Latchkey } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, LatchkeyProvider, NetworkButton, useAccount } from 'latchkey/react'
import { version } from 'react'
import { readNetworks } from '../readNetworks.ts'

/** Makes the widget as the shortest host page would. */
export function createHandle(): Latchkey {
  return createLatchkey({
    projectId: 'latchkey-dev',
    metadata: { name: 'Host page', url: location.origin },
    networks: readNetworks(),
    adapters: [evm()],
  })
}

export function App({ latchkey }: { readonly latchkey: Latchkey }) {
  return (
    <LatchkeyProvider latchkey={latchkey}>
      <NetworkButton />
      <ConnectButton />
      <Address />
    </LatchkeyProvider>
  )
}

function Address() {
  const { address } = useAccount()
  return (
    <p data-react={version} data-testid="address">
      {address ?? 'Not connected.'}
    </p>
  )
}
