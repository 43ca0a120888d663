import type { Latchkey } from 'latchkey'
import { ConnectButton, LatchkeyProvider, NetworkButton } from 'latchkey/react'
import type { Devstack } from '../devstack.ts'
import { type PlaygroundValues, writeOptions } from '../options/playgroundOptions.ts'
import { DevLinks } from '../shop/DevLinks.tsx'
import { WalletPrompt } from '../simulated/WalletPrompt.tsx'
import { ChainsPanel } from './ChainsPanel.tsx'
import { NamespaceCard } from './NamespaceCard.tsx'
import { namespaceKinds } from './namespaceKinds.ts'
import type { NamespaceWallet } from './startNamespaceWallets.ts'

export declare namespace NamespacesPage {
  interface Props {
    readonly latchkey: Latchkey
    readonly devstack: Devstack
    readonly values: PlaygroundValues
    readonly wallets: readonly NamespaceWallet[]
  }
}

/** Every namespace of the product on one page: connect, sign in, see the account, disconnect. */
export function NamespacesPage({ latchkey, devstack, values, wallets }: NamespacesPage.Props) {
  const asksToSign = values.signin === 'off'
  return (
    <LatchkeyProvider latchkey={latchkey}>
      <header className="site-header">
        <a className="mark" href="/">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2 21 12 4l10 17z" />
            <circle cx="17.5" cy="6.5" r="2.5" />
          </svg>
          Fernweh Press
        </a>
        <nav aria-label="Playground">
          <a href="/gallery.html">Gallery</a>
          <a href={`/namespaces.html${writeOptions({ ...values, signin: asksToSign ? 'required' : 'off' })}`}>
            {asksToSign ? 'With sign-in' : 'Without sign-in'}
          </a>
        </nav>
        <div className="wallet">
          <div className="network">
            <NetworkButton />
          </div>
          <div className="connect">
            <ConnectButton />
          </div>
        </div>
      </header>
      <main className="namespaces">
        <h1>Namespaces</h1>
        <p>
          One widget, a simulated wallet for each ecosystem, and the local chains. Connect as many as you
          like: each has its own account.
        </p>
        <ChainsPanel devstack={devstack} />
        <ul className="namespaces-list">
          {namespaceKinds.map(kind => (
            <NamespaceCard key={kind.namespace} kind={kind} devstack={devstack} signsIn={!asksToSign} />
          ))}
        </ul>
      </main>
      <DevLinks devstack={devstack} />
      {wallets.map(wallet => (
        <WalletPrompt key={wallet.info.name} wallet={wallet} />
      ))}
    </LatchkeyProvider>
  )
}
