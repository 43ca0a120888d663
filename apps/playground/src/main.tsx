import { createLatchkey, type Latchkey } from 'latchkey'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Devstack, fetchDevstack } from './devstack.ts'
import { type PlaygroundValues, readOptions } from './options/playgroundOptions.ts'
import { toLatchkeyOptions } from './options/toLatchkeyOptions.ts'
import { Page } from './shop/Page.tsx'
import type { SimulatedWallets } from './simulated/startWallets.ts'
import './shop/shop.css'

declare global {
  interface Window {
    /** The widget's handle, for the console and for tests. */
    latchkey?: Latchkey
  }
}

const noWallets: SimulatedWallets = { evm: [], solana: [] }

const root = document.getElementById('root')
if (root) {
  const values = readOptions(location.search)
  document.documentElement.dir = values.dir
  if (values.theme !== 'system') document.documentElement.dataset.theme = values.theme
  // A third of the page's scripts, which a page without simulated wallets does not need.
  const simulators = values.wallets === 'none' ? undefined : import('./simulated/startWallets.ts')
  Promise.all([fetchDevstack(), simulators]).then(
    ([devstack, simulated]) =>
      draw(root, values, devstack, simulated?.startWallets(values, devstack) ?? noWallets),
    cause => {
      root.textContent = String(cause instanceof Error ? cause.message : cause)
    },
  )
}

function draw(
  element: HTMLElement,
  values: PlaygroundValues,
  devstack: Devstack,
  wallets: SimulatedWallets,
): void {
  const latchkey = createLatchkey(toLatchkeyOptions(values, devstack))
  window.latchkey = latchkey
  const page = <Page latchkey={latchkey} devstack={devstack} values={values} wallets={wallets} />
  createRoot(element).render(values.strict === 'on' ? <StrictMode>{page}</StrictMode> : page)
}
