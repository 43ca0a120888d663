// What a developer writes in an afternoon for Solana: Wallet Standard, a native dialog and nothing else.
import { useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'

interface Wallet {
  name: string
  icon: string
  features: {
    'standard:connect': { connect(): Promise<{ accounts: readonly { address: string }[] }> }
  }
}

let wallets: Wallet[] = []
const subscribe = (changed: () => void) => {
  const api = {
    register: (...found: Wallet[]) => {
      wallets = [...wallets, ...found]
      changed()
    },
  }
  const add = (event: Event) => (event as CustomEvent<(to: typeof api) => void>).detail(api)
  addEventListener('wallet-standard:register-wallet', add)
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => removeEventListener('wallet-standard:register-wallet', add)
}

function App() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [address, setAddress] = useState('')
  const list = useSyncExternalStore(subscribe, () => wallets)
  const connect = async (wallet: Wallet) => {
    const { accounts } = await wallet.features['standard:connect'].connect()
    setAddress(accounts[0]?.address ?? '')
    dialog.current?.close()
  }
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Connect wallet
      </button>
      <dialog ref={dialog}>
        {list.map(wallet => (
          <button type="button" key={wallet.name} onClick={() => void connect(wallet)}>
            <img src={wallet.icon} alt="" width={36} height={36} /> {wallet.name}
          </button>
        ))}
      </dialog>
      <p id="address">{address}</p>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />)
