import type { Latchkey } from 'latchkey'
import type { PlaygroundValues } from '../options/playgroundOptions.ts'
import type { SimulatedWallets } from '../simulated/startWallets.ts'
import { OptionsForm } from './OptionsForm.tsx'
import { ScriptPanel } from './ScriptPanel.tsx'
import { StatePanel } from './StatePanel.tsx'
import { WalletPanel } from './WalletPanel.tsx'
import './panel.css'

export declare namespace Panel {
  interface Props {
    readonly latchkey: Latchkey
    readonly values: PlaygroundValues
    readonly wallets: SimulatedWallets
    readonly onClose: () => void
  }
}

/** The side panel: options of the page, the simulated wallets, the widget's state as it is. */
export function Panel({ latchkey, values, wallets, onClose }: Panel.Props) {
  return (
    <aside className="panel" aria-label="Playground options">
      <header>
        <h2>Playground</h2>
        <button type="button" onClick={onClose} aria-label="Close options">
          ×
        </button>
      </header>
      {wallets.evm.map(wallet => (
        <WalletPanel key={wallet.info.uuid} wallet={wallet} />
      ))}
      {/* No chain: each request of Solana names one. */}
      {wallets.solana.map(wallet => (
        <ScriptPanel key={wallet.info.name} name={`${wallet.info.name} (Solana)`} control={wallet.control} />
      ))}
      <OptionsForm values={values} />
      <StatePanel latchkey={latchkey} />
    </aside>
  )
}
