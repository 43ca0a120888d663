import { mainnet, sepolia } from 'viem/chains'
import { createPage } from './createPage.ts'

const root = document.getElementById('root')
if (root) createPage([mainnet, sepolia], root)
