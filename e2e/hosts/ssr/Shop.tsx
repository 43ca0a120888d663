import { createLatchkey, type Latchkey, type Network } from 'latchkey'
import { evm } from 'latchkey/evm'
import {
  AccountButton,
  ConnectButton,
  LatchkeyProvider,
  NetworkButton,
  useAccount,
  useWallets,
} from 'latchkey/react'

/** What a server and a browser both do at the top of a module. */
export function createShopHandle(networks: readonly Network[]): Latchkey {
  return createLatchkey({
    projectId: 'latchkey-dev',
    metadata: { name: 'Rendered by a server', url: 'http://localhost' },
    networks,
    adapters: [evm()],
  })
}

export function Shop({ latchkey }: { readonly latchkey: Latchkey }) {
  return (
    <LatchkeyProvider latchkey={latchkey}>
      <header>
        <NetworkButton />
        <ConnectButton />
        <AccountButton />
      </header>
      <Facts />
    </LatchkeyProvider>
  )
}

function Facts() {
  const { address, status } = useAccount()
  const wallets = useWallets()
  return (
    <p data-testid="facts">
      {status} {address ?? 'nobody'} {wallets.length}
    </p>
  )
}
