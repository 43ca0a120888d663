import type { Latchkey } from 'latchkey'
import { LatchkeyProvider } from 'latchkey/react'
import type { Devstack } from '../devstack.ts'
import { type PlaygroundValues, writeOptions } from '../options/playgroundOptions.ts'
import { DevLinks } from '../shop/DevLinks.tsx'
import { SiteHeader } from '../shop/SiteHeader.tsx'
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
      <SiteHeader label="Playground">
        <a href={`/namespaces.html${writeOptions({ ...values, signin: asksToSign ? 'required' : 'off' })}`}>
          {asksToSign ? 'With sign-in' : 'Without sign-in'}
        </a>
      </SiteHeader>
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
