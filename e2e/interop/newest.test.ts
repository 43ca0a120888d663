import { describePair } from './describePair.ts'

describePair('universal-provider 2.21.8 with walletkit 1.2.10', {
  dapp: { package: '@walletconnect/universal-provider', set: 'usual' },
  wallet: { package: '@reown/walletkit', set: 'usual' },
})
