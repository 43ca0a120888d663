import type { PeerKind } from './openWorld.ts'

const kind = (
  name: string,
  set: PeerKind['set'],
  version?: string,
): PeerKind & { readonly title: string } => ({
  package: name,
  set,
  title: version === undefined ? name.replace(/-(\d)/, ' $1') : `${name.replace(/^@\w+\//, '')} ${version}`,
})

/** Dapps of others, the oldest first. */
export const dapps = [
  kind('sign-client-2.8.6', 'usual'),
  kind('sign-client-2.11.3', 'matrix'),
  kind('sign-client-2.13.3', 'matrix'),
  kind('sign-client-2.17.5', 'usual'),
  kind('sign-client-2.19.2', 'matrix'),
  kind('sign-client-2.20.3', 'matrix'),
  kind('sign-client-2.21.1', 'matrix'),
  kind('sign-client-2.21.5', 'matrix'),
  kind('sign-client-2.21.6', 'matrix'),
  kind('sign-client-2.21.8', 'matrix'),
  kind('@walletconnect/universal-provider', 'usual', '2.21.8'),
]

/** Wallets of others, the oldest first. */
export const wallets = [
  kind('web3wallet-1.9.5', 'usual'),
  kind('web3wallet-1.16.1', 'matrix'),
  kind('walletkit-1.0.1', 'usual'),
  kind('walletkit-1.2.4', 'matrix'),
  kind('@reown/walletkit', 'usual', '1.2.10'),
]
