// The page of wagmi 2 and of 3: `example` is the example app of the one or the other (setup/buildHosts.ts).
import { App } from 'example/App.tsx'
import { createSetup } from 'example/createSetup.ts'
import { bindWagmi } from 'latchkey/wagmi'
import { type ReactNode, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  type CreateConfigParameters,
  cookieStorage,
  cookieToInitialState,
  createConfig,
  createStorage,
  http,
} from 'wagmi'
import * as actions from 'wagmi/actions'
import { readNetworks } from '../readNetworks.ts'
import { readChains } from './readChains.ts'

const ssr: Pick<CreateConfigParameters, 'ssr' | 'storage'> = location.search.includes('cookies')
  ? { ssr: true, storage: createStorage({ storage: cookieStorage }) }
  : {}
// As a server reads them: wagmi's config begins by writing its own.
const { cookie } = document
const setup = createSetup(readChains(readNetworks()), ssr)
const initialState = ssr.ssr ? cookieToInitialState(setup.config, cookie) : undefined

/** A config that knows nothing of the widget, bound to it. */
function bindBare() {
  const chains = readChains(readNetworks())
  const transports = Object.fromEntries(chains.map(chain => [chain.id, http()]))
  const config = createConfig({ chains, transports, storage: null, multiInjectedProviderDiscovery: false })
  return { config, unbind: bindWagmi({ latchkey: setup.latchkey, config }) }
}
/** What came from the server and what React made of it, and its complaints. */
const hydration: { before?: string; after?: string; errors: string[] } = { errors: [] }
Object.assign(window, { wagmiLab: { ...setup, actions, bindBare, hydration } })

function First({ root, children }: { readonly root: Element; readonly children: ReactNode }) {
  useLayoutEffect(() => {
    hydration.after ??= root.innerHTML
  }, [root])
  return children
}

const root = document.getElementById('root')
const app = <App {...setup} initialState={initialState} />
if (root?.firstElementChild) {
  hydration.before = root.innerHTML
  hydrateRoot(root, <First root={root}>{app}</First>, {
    onRecoverableError: error => hydration.errors.push(String(error)),
  })
} else if (root) createRoot(root).render(app)
