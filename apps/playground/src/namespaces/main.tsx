import { createLatchkey } from 'latchkey'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchDevstack } from '../devstack.ts'
import { readOptions } from '../options/playgroundOptions.ts'
import { toLatchkeyOptions } from '../options/toLatchkeyOptions.ts'
import { NamespacesPage } from './NamespacesPage.tsx'
import { namespaceKinds, networksOf } from './namespaceKinds.ts'
import '../shop/shop.css'
import './namespaces.css'

const root = document.getElementById('root')
if (root) {
  const values = readOptions(location.search)
  document.documentElement.dir = values.dir
  if (values.theme !== 'system') document.documentElement.dataset.theme = values.theme
  const simulators = values.wallets === 'none' ? undefined : import('./startNamespaceWallets.ts')
  Promise.all([fetchDevstack(), simulators]).then(
    ([devstack, simulated]) => {
      const wallets = simulated?.startNamespaceWallets(values, devstack) ?? []
      const latchkey = createLatchkey(
        toLatchkeyOptions(values, devstack, {
          adapters: namespaceKinds.map(({ adapter }) => adapter()),
          networks: namespaceKinds.flatMap(kind => networksOf(devstack, kind)),
        }),
      )
      window.latchkey = latchkey
      createRoot(root).render(
        <StrictMode>
          <NamespacesPage latchkey={latchkey} devstack={devstack} values={values} wallets={wallets} />
        </StrictMode>,
      )
    },
    cause => {
      root.textContent = String(cause instanceof Error ? cause.message : cause)
    },
  )
}
