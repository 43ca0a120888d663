// A page with wallet-adapter's burner wallet and the hooks of @solana/react, which do not know the widget beside them.
import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  createSolanaRpc,
  createTransactionMessage,
  getBase58Decoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signAndSendTransactionMessageWithSigners,
} from '@solana/kit'
import { useSignMessage, useWalletAccountTransactionSendingSigner } from '@solana/react'
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base'
import {
  type UiWallet,
  type UiWalletAccount,
  useConnect,
  useDisconnect,
  useWallets,
} from '@wallet-standard/react'
import { registerWallet } from '@wallet-standard/wallet'
import { createLatchkey } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, LatchkeyProvider, NetworkButton, useAccount } from 'latchkey/react'
import { solana } from 'latchkey/solana'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { readNetworks } from '../readNetworks.ts'

const query = new URLSearchParams(location.search)
const services = query.get('services') ?? undefined
const networks = readNetworks()
const local = networks.find(({ chainNamespace }) => chainNamespace === 'solana')
const rpcUrl = local?.rpcUrls.default.http[0] ?? ''

/** The name that a local chain has in Wallet Standard, whatever its genesis. */
const cluster = 'solana:localnet'

registerWallet(new SolanaWalletAdapterWallet(new UnsafeBurnerWalletAdapter(), cluster, rpcUrl))

const latchkey = createLatchkey({
  projectId: query.has('signin') ? 'latchkey-dev-signin' : 'latchkey-dev',
  metadata: { name: 'Host page', url: location.origin },
  networks,
  adapters: [evm(), solana()],
  ...(services !== undefined && { endpoints: { api: services } }),
  ...(query.has('signin') && { features: { authentication: true } }),
})
Object.assign(window, { latchkey })

function Widget() {
  const { address } = useAccount({ namespace: 'solana' })
  return (
    <section aria-label="Widget">
      <NetworkButton />
      <ConnectButton />
      <p data-testid="address">{address ?? 'No account'}</p>
    </section>
  )
}

function Hooks() {
  return (
    <section aria-label="Hooks">
      {useWallets().map(wallet => (
        <HookWallet key={wallet.name} wallet={wallet} />
      ))}
    </section>
  )
}

function HookWallet({ wallet }: { readonly wallet: UiWallet }) {
  const [, connect] = useConnect(wallet)
  const [, disconnect] = useDisconnect(wallet)
  const [account] = wallet.accounts
  return (
    <article aria-label={wallet.name}>
      <h2>{wallet.name}</h2>
      <button type="button" onClick={() => void connect()}>
        Connect by hook
      </button>
      <button type="button" onClick={() => void disconnect()}>
        Disconnect by hook
      </button>
      {account ? <HookAccount account={account} /> : <p data-testid="hook-address">No account</p>}
    </article>
  )
}

function HookAccount({ account }: { readonly account: UiWalletAccount }) {
  const signMessage = useSignMessage(account)
  const signer = useWalletAccountTransactionSendingSigner(account, cluster)
  const [output, setOutput] = useState('')
  const show = (work: () => Promise<string>) => () =>
    void work().then(setOutput, cause => setOutput(String(cause)))

  async function send(to: Address, lamports: bigint): Promise<string> {
    const { value: blockhash } = await createSolanaRpc(rpcUrl).getLatestBlockhash().send()
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      empty => setTransactionMessageFeePayerSigner(signer, empty),
      paid => setTransactionMessageLifetimeUsingBlockhash(blockhash, paid),
      timed => appendTransactionMessageInstruction(transferOf(address(account.address), to, lamports), timed),
    )
    return getBase58Decoder().decode(await signAndSendTransactionMessageWithSigners(message))
  }

  return (
    <>
      <p data-testid="hook-address">{account.address}</p>
      <button
        type="button"
        onClick={show(async () => {
          const { signature } = await signMessage({ message: new TextEncoder().encode('Hello from a hook') })
          return getBase58Decoder().decode(signature)
        })}
      >
        Sign by hook
      </button>
      <button
        type="button"
        onClick={show(() => send(address(query.get('to') ?? account.address), 1_000_000n))}
      >
        Send by hook
      </button>
      <output>{output}</output>
    </>
  )
}

/** The System program's transfer: its number, then lamports, little-endian. */
function transferOf(from: Address, to: Address, lamports: bigint) {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, lamports, true)
  return {
    programAddress: address('11111111111111111111111111111111'),
    // Signer and writable; writable.
    accounts: [
      { address: from, role: 3 },
      { address: to, role: 1 },
    ],
    data,
  }
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <LatchkeyProvider latchkey={latchkey}>
        <Widget />
        <Hooks />
      </LatchkeyProvider>
    </StrictMode>,
  )
