// What a developer writes in an afternoon: EIP-6963, a native dialog and nothing else.
import { useRef, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'

interface Wallet {
  info: { uuid: string; name: string; icon: string }
  provider: { request(call: { method: string }): Promise<string[]> }
}

let wallets: Wallet[] = []
const subscribe = (changed: () => void) => {
  const add = (event: Event) => {
    wallets = [...wallets, (event as CustomEvent<Wallet>).detail]
    changed()
  }
  addEventListener('eip6963:announceProvider', add)
  dispatchEvent(new Event('eip6963:requestProvider'))
  return () => removeEventListener('eip6963:announceProvider', add)
}

function App() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [address, setAddress] = useState('')
  const list = useSyncExternalStore(subscribe, () => wallets)
  const connect = async (wallet: Wallet) => {
    const [first = ''] = await wallet.provider.request({ method: 'eth_requestAccounts' })
    setAddress(first)
    dialog.current?.close()
  }
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Connect wallet
      </button>
      <dialog ref={dialog}>
        {list.map(wallet => (
          <button type="button" key={wallet.info.uuid} onClick={() => void connect(wallet)}>
            <img src={wallet.info.icon} alt="" width={36} height={36} /> {wallet.info.name}
          </button>
        ))}
      </dialog>
      <p id="address">{address}</p>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<App />)
