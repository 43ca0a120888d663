import { createRoot } from 'react-dom/client'
import { type CreateConfigParameters, cookieStorage, cookieToInitialState, createStorage } from 'wagmi'
import * as actions from 'wagmi/actions'
import { App } from '../../../examples/wagmi-react/src/App.tsx'
import { createSetup } from '../../../examples/wagmi-react/src/createSetup.ts'
import { readChains } from '../wagmi/readChains.ts'

const ssr: Pick<CreateConfigParameters, 'ssr' | 'storage'> = location.search.includes('cookies')
  ? { ssr: true, storage: createStorage({ storage: cookieStorage }) }
  : {}
// As a server reads them: wagmi's config begins by writing its own.
const { cookie } = document
const setup = createSetup(readChains(), ssr)
const initialState = ssr.ssr ? cookieToInitialState(setup.config, cookie) : undefined
Object.assign(window, { wagmiLab: { ...setup, actions } })

const root = document.getElementById('root')
if (root) createRoot(root).render(<App {...setup} initialState={initialState} />)
