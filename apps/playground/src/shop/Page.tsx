import type { Latchkey } from 'latchkey'
import { LatchkeyProvider } from 'latchkey/react'
import { useEffect, useState } from 'react'
import type { Devstack } from '../devstack.ts'
import type { PlaygroundValues } from '../options/playgroundOptions.ts'
import { projectOf } from '../options/toLatchkeyOptions.ts'
import { Panel } from '../panel/Panel.tsx'
import type { SimulatedWallets } from '../simulated/startWallets.ts'
import { WalletPrompt } from '../simulated/WalletPrompt.tsx'
import { DevLinks } from './DevLinks.tsx'
import { Inline } from './Inline.tsx'
import { PrintCard } from './PrintCard.tsx'
import { prints } from './prints.ts'
import { SiteHeader } from './SiteHeader.tsx'
import { TestMoney } from './TestMoney.tsx'
import { TestSwap } from './TestSwap.tsx'
import { TryRibbon } from './TryRibbon.tsx'
import { useOrders } from './useOrders.ts'

export declare namespace Page {
  interface Props {
    readonly latchkey: Latchkey
    readonly devstack: Devstack
    readonly values: PlaygroundValues
    readonly wallets: SimulatedWallets
  }
}

/** A small shop that takes a wallet, as a host page would be. */
export function Page({ latchkey, devstack, values, wallets }: Page.Props) {
  const [panel, setPanel] = useState(values.panel === 'open')
  const [orders, askOrders] = useOrders()
  const projectId = projectOf(values, devstack)
  useEffect(() => {
    if (values.open === 'on') latchkey.open().catch(() => undefined)
  }, [latchkey, values.open])
  return (
    <LatchkeyProvider latchkey={latchkey}>
      <SiteHeader label="Shop">
        <a href="/namespaces.html">Namespaces</a>
        <button type="button" onClick={() => setPanel(open => !open)} aria-expanded={panel}>
          Options
        </button>
      </SiteHeader>
      <TryRibbon values={values} />
      <main className="shop">
        <section className="lead">
          <p className="kicker">Autumn 2026 · edition of sixty</p>
          <h1>Prints from places that take a day to reach.</h1>
          <p>
            Each sheet is pulled by hand in two or three colours, numbered, and recorded on chain in its
            owner’s name. Connect a wallet to buy one. Nothing here costs real money.
          </p>
          <div className="tests">
            <TestMoney devstack={devstack} />
            <TestSwap devstack={devstack} />
          </div>
        </section>
        {values.mount === 'inline' && <Inline />}
        <section className="prints" aria-label="Prints">
          {prints.map(print => (
            <PrintCard
              key={print.slug}
              print={print}
              projectId={projectId}
              order={orders.get(print.slug)}
              onOrder={askOrders}
            />
          ))}
        </section>
        <footer className="colophon">
          <p id="terms">Terms: this shop is a demo. No print is shipped and no money moves.</p>
          <p id="privacy">Privacy: nothing leaves this machine.</p>
        </footer>
      </main>
      <DevLinks devstack={devstack} />
      {wallets.evm.map(wallet => (
        <WalletPrompt key={wallet.info.uuid} wallet={wallet} />
      ))}
      {wallets.solana.map(wallet => (
        <WalletPrompt key={wallet.info.name} wallet={wallet} />
      ))}
      {panel && (
        <Panel latchkey={latchkey} values={values} wallets={wallets} onClose={() => setPanel(false)} />
      )}
    </LatchkeyProvider>
  )
}
