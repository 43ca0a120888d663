import { describePair } from './describePair.ts'

describePair('our client with walletkit 1.2.10', {
  dapp: 'latchkey',
  wallet: { package: '@reown/walletkit', set: 'usual' },
})
