import { hydrateRoot } from 'react-dom/client'
import { readNetworks } from '../readNetworks.ts'
import { createShopHandle, Shop } from './Shop.tsx'

const root = document.getElementById('root')
const told: string[] = []
Object.assign(window, { hydrationErrors: told })
if (root) {
  hydrateRoot(root, <Shop latchkey={createShopHandle(readNetworks())} />, {
    onRecoverableError: error => told.push(String(error)),
  })
}
