import { describeSolana } from './describeSolana.ts'

const walletkit = { package: '@reown/walletkit', set: 'usual' } as const
const provider = { package: '@walletconnect/universal-provider', set: 'usual' } as const

describeSolana('solana: our client with walletkit 1.2.10', { dapp: 'latchkey', wallet: walletkit })
describeSolana('solana: universal-provider 2.21.8 with our phone', { dapp: provider, wallet: 'phone' })
describeSolana('solana: our client with our phone', { dapp: 'latchkey', wallet: 'phone' })
