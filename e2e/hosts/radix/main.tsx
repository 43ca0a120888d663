import * as Dialog from '@radix-ui/react-dialog'
import { ConnectButton, LatchkeyProvider } from 'latchkey/react'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createHandle } from '../plain/App.tsx'

const latchkey = createHandle()

function Checkout() {
  const [pressed, setPressed] = useState(0)
  return (
    <Dialog.Root defaultOpen>
      <Dialog.Trigger>Check out</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay
          style={{ position: 'fixed', inset: 0, background: 'rgb(0 0 0 / .5)', zIndex: 2147483647 }}
        />
        <Dialog.Content
          aria-describedby={undefined}
          style={{
            position: 'fixed',
            inset: '10% 20%',
            background: 'white',
            padding: 24,
            zIndex: 2147483647,
          }}
        >
          <Dialog.Title>Check out</Dialog.Title>
          <label>
            Name <input />
          </label>
          <ConnectButton />
          <button type="button" onClick={() => setPressed(pressed + 1)}>
            Pressed {pressed} times
          </button>
          <Dialog.Close>Close check-out</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <LatchkeyProvider latchkey={latchkey}>
      <Checkout />
      <p style={{ height: 3000 }}>A long page.</p>
    </LatchkeyProvider>,
  )
}
