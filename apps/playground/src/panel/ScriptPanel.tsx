import { type OutcomeName, outcomeNames, type ScriptControl } from '@latchkey/testing'
import { type ReactNode, useReducer, useSyncExternalStore } from 'react'

export declare namespace ScriptPanel {
  interface Props {
    readonly name: string
    readonly control: ScriptControl & {
      readonly state: {
        readonly accounts: readonly string[]
        readonly selected: number
        readonly locked: boolean
      }
      switchAccount(index: number): void
      lock(): void
      unlock(): void
      revoke(): void
    }
    /** Further fields, of the wallet's namespace. */
    readonly children?: ReactNode
  }
}

/** What every simulated wallet has: what waits in it, what it is to do next, and its account. */
export function ScriptPanel({ name, control, children }: ScriptPanel.Props) {
  const { accounts, selected, locked } = useSyncExternalStore(control.subscribe, () => control.state)
  const pending = useSyncExternalStore(control.subscribe, () => control.pending)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  return (
    <details open>
      <summary>{name}</summary>
      <ul className="pending" aria-label={`Requests waiting in ${name}`}>
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
            {outcomeNames.map(each => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <label>
          <span>Account</span>
          <select value={selected} onChange={event => control.switchAccount(Number(event.target.value))}>
            {accounts.map((address, index) => (
              <option key={address} value={index}>
                {address.slice(0, 10)}…
              </option>
            ))}
          </select>
        </label>
        {children}
      </div>
      <p className="actions">
        <button type="button" onClick={() => (locked ? control.unlock() : control.lock())}>
          {locked ? 'Unlock' : 'Lock'}
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
