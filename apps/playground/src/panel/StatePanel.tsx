import type { Latchkey } from 'latchkey'
import { useSyncExternalStore } from 'react'

/** `getState()` as live JSON. */
export function StatePanel({ latchkey }: { readonly latchkey: Latchkey }) {
  const state = useSyncExternalStore(latchkey.subscribe, latchkey.getState)
  return (
    <details open>
      <summary>State</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre data-testid="state" tabIndex={0}>
        {JSON.stringify(state, shorten, 2)}
      </pre>
    </details>
  )
}

function shorten(_key: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > 120
    ? `${value.slice(0, 60)}… (${value.length} characters)`
    : value
}
