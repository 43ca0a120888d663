import type { SimulatedWallet } from '@latchkey/testing'
import { useSyncExternalStore } from 'react'
import { ScriptPanel } from './ScriptPanel.tsx'

/** The local chains, one of the host's known list, and an unknown one. */
const chainIds = [31337, 31338, 31339, 1, 999_999]

/** One simulated wallet of EVM chains. */
export function WalletPanel({ wallet }: { readonly wallet: SimulatedWallet }) {
  const { control, info } = wallet
  const state = useSyncExternalStore(control.subscribe, () => control.state)
  return (
    <ScriptPanel name={info.name} control={control} locked={state.locked}>
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
      <label>
        <span>Chain</span>
        <select value={state.chainId} onChange={event => control.switchChain(Number(event.target.value))}>
          {[...new Set([...chainIds, state.chainId])].map(id => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
    </ScriptPanel>
  )
}
