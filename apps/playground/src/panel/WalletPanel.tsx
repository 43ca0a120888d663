import type { SimulatedWallet } from '@latchkey/testing'
import { useSyncExternalStore } from 'react'
import { ScriptPanel } from './ScriptPanel.tsx'

/** The local chains, one of the host's known list, and an unknown one. */
const chainIds = [31337, 31338, 31339, 1, 999_999]

/** One simulated wallet of EVM chains, and the chain that it is on. */
export function WalletPanel({ wallet }: { readonly wallet: SimulatedWallet }) {
  const { control, info } = wallet
  const { chainId } = useSyncExternalStore(control.subscribe, () => control.state)
  return (
    <ScriptPanel name={info.name} control={control}>
      <label>
        <span>Chain</span>
        <select value={chainId} onChange={event => control.switchChain(Number(event.target.value))}>
          {[...new Set([...chainIds, chainId])].map(id => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
    </ScriptPanel>
  )
}
