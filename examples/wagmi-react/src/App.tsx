import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Latchkey } from 'latchkey'
import { ConnectButton, LatchkeyProvider, NetworkButton } from 'latchkey/react'
import { useState } from 'react'
import { formatUnits, parseEther } from 'viem'
import {
  type Config,
  type State,
  useBalance,
  useChains,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
  WagmiProvider,
} from 'wagmi'

export interface AppProps {
  readonly latchkey: Latchkey
  readonly config: Config
  readonly initialState?: State | undefined
}

/** The widget's buttons beside wagmi's hooks: whichever is used, the other says the same. */
export function App({ latchkey, config, initialState }: AppProps) {
  const [queries] = useState(() => new QueryClient())
  return (
    <WagmiProvider config={config} initialState={initialState}>
      <QueryClientProvider client={queries}>
        <LatchkeyProvider latchkey={latchkey}>
          <NetworkButton />
          <ConnectButton />
          <Connection />
        </LatchkeyProvider>
      </QueryClientProvider>
    </WagmiProvider>
  )
}

function Connection() {
  const { address, chain, chainId, connector, status } = useConnection()
  const { data: balance } = useBalance({ address })
  return (
    <>
      <dl>
        <dt>Status</dt>
        <dd data-testid="status">{status}</dd>
        <dt>Account</dt>
        <dd data-testid="account">{address}</dd>
        <dt>Chain</dt>
        <dd data-testid="chain">{chain?.name ?? chainId}</dd>
        <dt>Connector</dt>
        <dd data-testid="connector">{connector?.name}</dd>
        <dt>Balance</dt>
        <dd data-testid="balance">{balance && formatUnits(balance.value, balance.decimals)}</dd>
      </dl>
      {address ? <Account address={address} /> : <Connectors />}
      <Chains />
    </>
  )
}

function Connectors() {
  const connectors = useConnectors()
  const { mutate: connect, error } = useConnect()
  return (
    <p>
      {connectors.map(connector => (
        <button key={connector.uid} type="button" onClick={() => connect({ connector })}>
          wagmi: connect {connector.name}
        </button>
      ))}
      <output data-testid="connect-error">{error?.name}</output>
    </p>
  )
}

function Account({ address }: { readonly address: `0x${string}` }) {
  const { mutate: disconnect } = useDisconnect()
  const { mutate: signMessage, data: signature } = useSignMessage()
  const { mutate: sendTransaction, data: hash } = useSendTransaction()
  return (
    <p>
      <button type="button" onClick={() => signMessage({ message: 'Hello from wagmi' })}>
        wagmi: sign
      </button>
      <output data-testid="signature">{signature}</output>
      <button type="button" onClick={() => sendTransaction({ to: address, value: parseEther('0.01') })}>
        wagmi: send
      </button>
      <output data-testid="hash">{hash}</output>
      <button type="button" onClick={() => disconnect()}>
        wagmi: disconnect
      </button>
    </p>
  )
}

function Chains() {
  const chains = useChains()
  const { mutate: switchChain, error } = useSwitchChain()
  return (
    <p>
      {chains.map(({ id, name }) => (
        <button key={id} type="button" onClick={() => switchChain({ chainId: id })}>
          wagmi: switch to {name}
        </button>
      ))}
      <output data-testid="switch-error">{error?.name}</output>
    </p>
  )
}
