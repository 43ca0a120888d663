import { isLatchkeyError } from 'latchkey'
import { useLatchkey, useLatchkeyState } from 'latchkey/react'
import { useState } from 'react'
import type { Devstack } from '../devstack.ts'

const amount = '0.1'

/** A swap that the page fills in, over the local exchange: what a host does with `open({ view: 'Swap' })`. */
export function TestSwap({ devstack }: { readonly devstack: Devstack }) {
  const latchkey = useLatchkey()
  const isOffered = useLatchkeyState(({ features }) => features.swaps === true)
  const network = useLatchkeyState(({ network: { caipNetworkId } }) => caipNetworkId)
  const [note, setNote] = useState('')
  const { dai } = devstack.contracts
  // The exchange is on the first of the local chains.
  if (!isOffered || dai === undefined || network !== devstack.chains[0]?.caipNetworkId) return null

  async function swap(toToken: string) {
    setNote('')
    try {
      if (latchkey.getState().connections.length === 0) await latchkey.connect({ namespace: 'eip155' })
      const { hash } = await latchkey.open({
        view: 'Swap',
        arguments: { fromToken: 'native', toToken, amount },
      })
      setNote(`Swapped. Transaction ${hash}`)
    } catch (cause) {
      const closed = isLatchkeyError(cause) && cause.kind === 'rejected'
      setNote(closed ? '' : cause instanceof Error ? cause.message : 'The swap failed.')
    }
  }

  return (
    <p className="test-money">
      <button type="button" className="buy" onClick={() => void swap(dai)}>
        Swap {amount} ETH for DAI
      </button>
      <span role="status">{note}</span>
    </p>
  )
}
