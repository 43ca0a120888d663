// Runs in a Node.js process of its own, without a window: prints what a server of wagmi's guide answers to a cookie.
import { App } from 'example/App.tsx'
import { createSetup } from 'example/createSetup.ts'
import { renderToString } from 'react-dom/server'
import { cookieStorage, cookieToInitialState, createStorage } from 'wagmi'
import { readChains } from './readChains.ts'

const [networks = '[]', cookie = ''] = process.argv.slice(2)
const storage = createStorage({ storage: cookieStorage })
const setup = createSetup(readChains(JSON.parse(networks)), { ssr: true, storage })
const initialState = cookieToInitialState(setup.config, cookie)
process.stdout.write(renderToString(<App {...setup} initialState={initialState} />))
setup.latchkey.destroy()
