import { useLatchkey, useLatchkeyState } from 'latchkey/react'
import { useState } from 'react'
import type { Devstack } from '../devstack.ts'
import { payOut } from './payOut.ts'

/** Money of the local chains for the active account, from the faucet of the stack. */
export function TestMoney({ devstack }: { readonly devstack: Devstack }) {
  const latchkey = useLatchkey()
  const currency = useLatchkeyState(({ network }) => network.nativeCurrency.symbol)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)

  async function ask() {
    if (busy) return
    setBusy(true)
    setNote('')
    try {
      setNote(await payOut(latchkey, devstack))
    } catch (cause) {
      setNote(cause instanceof Error ? cause.message : 'The faucet didn’t pay.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <p className="test-money">
      <button type="button" className="buy" onClick={() => void ask()} aria-disabled={busy}>
        Get test {currency || 'money'}
      </button>
      <span role="status">{note}</span>
    </p>
  )
}
