// wagmi as its own guide has it, with a native dialog for the list.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { createConfig, http, useConnect, useConnection, useConnectors, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() } })
const queries = new QueryClient()

function App() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { address } = useConnection()
  const { mutate: connect } = useConnect()
  const connectors = useConnectors()
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Connect wallet
      </button>
      <dialog ref={dialog}>
        {connectors.map(connector => (
          <button
            type="button"
            key={connector.uid}
            onClick={() => connect({ connector }, { onSuccess: () => dialog.current?.close() })}
          >
            <img src={connector.icon} alt="" width={36} height={36} /> {connector.name}
          </button>
        ))}
      </dialog>
      <p id="address">{address}</p>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </WagmiProvider>,
)
