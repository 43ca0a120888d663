import type { PeerKind } from './openWorld.ts'

interface Titled<Kind> {
  readonly title: string
  readonly kind: Kind
}

function kind(name: string, set: PeerKind['set'], version?: string): Titled<PeerKind> {
  const title =
    version === undefined ? name.replace(/-(\d)/, ' $1') : `${name.replace(/^@\w+\//, '')} ${version}`
  return { title, kind: { package: name, set } }
}

/** Dapps of others, the oldest first, and our client. */
export const dapps: readonly Titled<PeerKind | 'latchkey'>[] = [
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
  { title: 'our client', kind: 'latchkey' },
]

/** Wallets of others, the oldest first. */
export const wallets: readonly Titled<PeerKind>[] = [
  kind('web3wallet-1.9.5', 'usual'),
  kind('web3wallet-1.16.1', 'matrix'),
  kind('walletkit-1.0.1', 'usual'),
  kind('walletkit-1.2.4', 'matrix'),
  kind('@reown/walletkit', 'usual', '1.2.10'),
]
