import { createLatchkey, type Latchkey } from 'latchkey'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Devstack, fetchDevstack } from './devstack.ts'
import { type PlaygroundValues, readOptions } from './options/playgroundOptions.ts'
import { toLatchkeyOptions } from './options/toLatchkeyOptions.ts'
import { Page } from './shop/Page.tsx'
import { type SimulatedWallets, startWallets } from './simulated/startWallets.ts'
import './shop/shop.css'

declare global {
  interface Window {
    /** The widget's handle, for the console and for tests. */
    latchkey?: Latchkey
  }
}

const root = document.getElementById('root')
if (root) {
  const values = readOptions(location.search)
  document.documentElement.dir = values.dir
  if (values.theme !== 'system') document.documentElement.dataset.theme = values.theme
  fetchDevstack().then(
    devstack => draw(root, values, devstack),
    cause => {
      root.textContent = String(cause instanceof Error ? cause.message : cause)
    },
  )
}

function draw(element: HTMLElement, values: PlaygroundValues, devstack: Devstack): void {
  const wallets: SimulatedWallets = startWallets(values, devstack)
  const latchkey = createLatchkey(toLatchkeyOptions(values, devstack, wallets))
  window.latchkey = latchkey
  const page = <Page latchkey={latchkey} devstack={devstack} values={values} wallets={wallets} />
  createRoot(element).render(values.strict === 'on' ? <StrictMode>{page}</StrictMode> : page)
}
