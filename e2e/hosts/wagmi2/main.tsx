import { bindWagmi } from 'latchkey/wagmi'
import { createRoot } from 'react-dom/client'
import {
  type CreateConfigParameters,
  cookieStorage,
  cookieToInitialState,
  createConfig,
  createStorage,
  http,
} from 'wagmi'
import * as actions from 'wagmi/actions'
import { App } from '../../../examples/wagmi2-react/src/App.tsx'
import { createSetup } from '../../../examples/wagmi2-react/src/createSetup.ts'
import { readChains } from '../wagmi/readChains.ts'

const ssr: Pick<CreateConfigParameters, 'ssr' | 'storage'> = location.search.includes('cookies')
  ? { ssr: true, storage: createStorage({ storage: cookieStorage }) }
  : {}
// As a server reads them: wagmi's config begins by writing its own.
const { cookie } = document
const setup = createSetup(readChains(), ssr)
const initialState = ssr.ssr ? cookieToInitialState(setup.config, cookie) : undefined

/** A config that knows nothing of the widget, bound to it. */
function bindBare() {
  const chains = readChains()
  const transports = Object.fromEntries(chains.map(chain => [chain.id, http()]))
  const config = createConfig({ chains, transports, storage: null, multiInjectedProviderDiscovery: false })
  return { config, unbind: bindWagmi({ latchkey: setup.latchkey, config }) }
}
Object.assign(window, { wagmiLab: { ...setup, actions, bindBare } })

const root = document.getElementById('root')
if (root) createRoot(root).render(<App {...setup} initialState={initialState} />)
