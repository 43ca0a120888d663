import type { SimulatedSolanaWallet } from '@latchkey/testing'
import { useSyncExternalStore } from 'react'
import { ScriptPanel } from './ScriptPanel.tsx'

/** One simulated wallet of Solana. It has no chain of its own: each request names one. */
export function SolanaWalletPanel({ wallet }: { readonly wallet: SimulatedSolanaWallet }) {
  const { control, info } = wallet
  const state = useSyncExternalStore(control.subscribe, () => control.state)
  return (
    <ScriptPanel name={`${info.name} (Solana)`} control={control} locked={state.locked}>
      <label>
        <span>Account</span>
        <select value={state.selected} onChange={event => control.switchAccount(Number(event.target.value))}>
          {state.accounts.map((address, index) => (
            <option key={address} value={index}>
              {address.slice(0, 10)}…
            </option>
          ))}
        </select>
      </label>
    </ScriptPanel>
  )
}
