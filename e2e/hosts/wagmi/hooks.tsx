// A page of wagmi's hooks alone, of 2 or of 3, over whatever wallet announces itself. The widget is there to log in with, and
// asks for the smart account; nothing binds it to wagmi but with `bound` in the address.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createLatchkey } from 'latchkey'
import { defineLatchkeyButton } from 'latchkey/element'
import { evm } from 'latchkey/evm'
import { bindWagmi } from 'latchkey/wagmi'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Address, parseEther } from 'viem'
import {
  createConfig,
  http,
  useAccount,
  useCapabilities,
  useConnect,
  useDisconnect,
  useSendCalls,
  useSendTransaction,
  useSignMessage,
  useVerifyMessage,
  useWaitForCallsStatus,
  useWaitForTransactionReceipt,
  WagmiProvider,
} from 'wagmi'
import { readNetworks } from '../readNetworks.ts'
import { readChains } from './readChains.ts'

const query = new URLSearchParams(location.search)
const to = query.get('to') as Address
const chains = readChains(readNetworks())
const latchkey = createLatchkey({
  projectId: query.get('project') ?? '',
  metadata: { name: 'Hooks', url: location.origin },
  networks: chains,
  adapters: [evm()],
  features: { email: true },
  defaultAccountTypes: { eip155: 'smartAccount' },
  endpoints: { frame: query.get('frame') ?? '' },
})
defineLatchkeyButton(latchkey)
document.body.append(document.createElement('latchkey-button'))

const config = createConfig({
  chains,
  transports: Object.fromEntries(chains.map(chain => [chain.id, http()])),
  pollingInterval: 100,
  storage: null,
})
if (query.has('bound')) bindWagmi({ latchkey, config })

const text = 'Hello from the hooks'

function Hooks() {
  const { address, status } = useAccount()
  const { connect, connectors } = useConnect()
  const { disconnect } = useDisconnect()
  const capabilities = useCapabilities()
  const calls = useSendCalls()
  const called = useWaitForCallsStatus({ id: calls.data?.id, pollingInterval: 200 })
  const message = useSignMessage()
  const verified = useVerifyMessage({ address, message: text, signature: message.data })
  const transaction = useSendTransaction()
  const receipt = useWaitForTransactionReceipt({ hash: transaction.data })
  const pay = { to, value: parseEther('0.1') }
  return (
    <>
      <Said name="account">{address ?? status}</Said>
      {connectors.map(connector => (
        <button key={connector.uid} type="button" onClick={() => connect({ connector })}>
          {`connect ${connector.id}`}
        </button>
      ))}
      <button type="button" onClick={() => disconnect()}>
        disconnect
      </button>
      <Said name="capabilities">{capabilities.data && JSON.stringify(capabilities.data)}</Said>
      <button type="button" onClick={() => calls.sendCalls({ calls: [pay, pay], forceAtomic: true })}>
        send calls
      </button>
      <Said name="calls">{calls.error?.name ?? called.data?.status}</Said>
      <Said name="receipts">{called.data?.receipts?.length}</Said>
      <button type="button" onClick={() => message.signMessage({ message: text })}>
        sign
      </button>
      <Said name="verified">{message.error?.name ?? String(verified.data)}</Said>
      <button type="button" onClick={() => transaction.sendTransaction(pay)}>
        send
      </button>
      <Said name="receipt">{transaction.error?.name ?? receipt.data?.status}</Said>
    </>
  )
}

function Said({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return <output data-testid={name}>{children}</output>
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <WagmiProvider config={config}>
      <QueryClientProvider client={new QueryClient()}>
        <Hooks />
      </QueryClientProvider>
    </WagmiProvider>,
  )
Object.assign(window, { latchkey })
