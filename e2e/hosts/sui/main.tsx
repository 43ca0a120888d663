// A page with dApp Kit and its burner wallet, which do not know the widget beside them.
import { createDAppKit } from '@mysten/dapp-kit-core'
import { SuiGraphQLClient } from '@mysten/sui/graphql'
import { getWallets } from '@wallet-standard/app'
import { registerWallet } from '@wallet-standard/wallet'
import { createLatchkey, type Network } from 'latchkey'
import { ConnectButton, LatchkeyProvider, useAccount } from 'latchkey/react'
import { sui } from 'latchkey/sui'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const query = new URLSearchParams(location.search)
const services = query.get('services') ?? undefined
const hazel: Network = {
  chainNamespace: 'sui',
  caipNetworkId: 'sui:localnet',
  id: 'localnet',
  name: 'Hazel',
  nativeCurrency: { name: 'Sui', symbol: 'SUI', decimals: 9 },
  rpcUrls: { default: { http: [`${location.origin}/no-node`] } },
}

const kit = createDAppKit({
  networks: ['localnet'],
  createClient: network => new SuiGraphQLClient({ network, url: hazel.rpcUrls.default.http[0] ?? '' }),
  enableBurnerWallet: true,
  slushWalletConfig: null,
  autoConnect: false,
})

const latchkey = createLatchkey({
  projectId: query.has('signin') ? 'latchkey-dev-signin' : 'latchkey-dev',
  metadata: { name: 'Host page', url: location.origin },
  networks: [hazel],
  adapters: [sui()],
  ...(services !== undefined && { endpoints: { api: services } }),
  ...(query.has('signin') && { features: { authentication: true } }),
})
Object.assign(window, { latchkey })

/** As docs/sui.md says it: what registered with this copy of the registry alone is announced to all of the page. */
function announceAgain(): void {
  getWallets().get().forEach(registerWallet)
}

function Widget() {
  const { address } = useAccount({ namespace: 'sui' })
  return (
    <section aria-label="Widget">
      <ConnectButton />
      <p data-testid="address">{address ?? 'No account'}</p>
      <button type="button" onClick={announceAgain}>
        Announce again
      </button>
    </section>
  )
}

function Kit() {
  const [names, setNames] = useState<readonly string[]>([])
  const [output, setOutput] = useState('')
  useEffect(() => kit.stores.$wallets.subscribe(wallets => setNames(wallets.map(({ name }) => name))), [])
  async function sign(name: string): Promise<string> {
    const wallet = kit.stores.$wallets.get().find(each => each.name === name)
    if (!wallet) return 'gone'
    await kit.connectWallet({ wallet })
    const message = new TextEncoder().encode('Hello from dApp Kit')
    return (await kit.signPersonalMessage({ message })).signature
  }
  return (
    <section aria-label="dApp Kit">
      {names.map(name => (
        <button
          key={name}
          type="button"
          onClick={() => void sign(name).then(setOutput, cause => setOutput(String(cause)))}
        >
          {`Sign with ${name}`}
        </button>
      ))}
      <output>{output}</output>
    </section>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <LatchkeyProvider latchkey={latchkey}>
        <Widget />
        <Kit />
      </LatchkeyProvider>
    </StrictMode>,
  )
