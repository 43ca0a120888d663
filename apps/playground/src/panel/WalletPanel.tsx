import { type OutcomeName, outcomeNames, type SimulatedWallet } from '@latchkey/testing'
import { useReducer, useSyncExternalStore } from 'react'

/** The local chains, one of the host's known list, and an unknown one. */
const chainIds = [31337, 31338, 31339, 1, 999_999]

/** One simulated wallet: what waits in it, and what it is to do next. */
export function WalletPanel({ wallet }: { readonly wallet: SimulatedWallet }) {
  const { control, info } = wallet
  const state = useSyncExternalStore(control.subscribe, () => control.state)
  const pending = useSyncExternalStore(control.subscribe, () => control.pending)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  return (
    <details open>
      <summary>{info.name}</summary>
      <ul className="pending" aria-label={`Requests waiting in ${info.name}`}>
        {pending.map(request => (
          <li key={request.id}>
            <code>{request.method}</code>
            <button type="button" onClick={() => control.approve(request.id)}>
              Approve
            </button>
            <button type="button" onClick={() => control.reject(request.id)}>
              Reject
            </button>
          </li>
        ))}
      </ul>
      <div className="options">
        <label>
          <span>Prompts</span>
          <select
            value={control.mode}
            onChange={event => {
              control.setMode(event.target.value as typeof control.mode)
              redraw()
            }}
          >
            <option>approve</option>
            <option>ask</option>
            <option>reject</option>
          </select>
        </label>
        <label>
          <span>Next request</span>
          <select value="" onChange={event => control.next('*', event.target.value as OutcomeName)}>
            <option value="">as usual</option>
            {outcomeNames.map(name => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          <span>Account</span>
          <select
            value={state.selected}
            onChange={event => control.switchAccount(Number(event.target.value))}
          >
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
      </div>
      <p className="actions">
        <button type="button" onClick={() => (state.locked ? control.unlock() : control.lock())}>
          {state.locked ? 'Unlock' : 'Lock'}
        </button>
        <button type="button" onClick={() => control.revoke()}>
          Revoke site
        </button>
        <button type="button" onClick={() => control.release()}>
          Release slow ones
        </button>
      </p>
    </details>
  )
}
