import { createLatchkey } from 'latchkey'
import { evm } from 'latchkey/evm'
import { ConnectButton, LatchkeyProvider } from 'latchkey/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readNetworks } from '../readNetworks.ts'

/** The library and React for tests to put together as they like. */
const lab = {
  createLatchkey,
  evm,
  networks: readNetworks(),
  /** Renders a connect button into an element, strictly; the answer takes it away. */
  render(latchkey: ReturnType<typeof createLatchkey>, element: Element): () => void {
    const root = createRoot(element)
    root.render(
      <StrictMode>
        <LatchkeyProvider latchkey={latchkey}>
          <ConnectButton />
        </LatchkeyProvider>
      </StrictMode>,
    )
    return () => root.unmount()
  },
}

export type Lab = typeof lab

Object.assign(window, { lab })
