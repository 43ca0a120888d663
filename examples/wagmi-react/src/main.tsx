import { createRoot } from 'react-dom/client'
import { mainnet, sepolia } from 'viem/chains'
import { App } from './App.tsx'
import { createSetup } from './createSetup.ts'

const root = document.getElementById('root')
if (root) createRoot(root).render(<App {...createSetup([mainnet, sepolia])} />)
