import { isLatchkeyError, type TransferReceipt } from 'latchkey'
import { useAccount, useConnect, useLatchkey, useNetwork } from 'latchkey/react'
import { useState } from 'react'
import type { Devstack } from '../devstack.ts'
import { buyPrint } from './buyPrint.ts'
import { PrintArt } from './PrintArt.tsx'
import type { Print } from './prints.ts'

/** One print, its price, and the way to buy it with a wallet of the active namespace. */
export function PrintCard({ print, devstack }: { readonly print: Print; readonly devstack: Devstack }) {
  const latchkey = useLatchkey()
  const { network } = useNetwork()
  const namespace = network.chainNamespace
  const account = useAccount({ namespace })
  const { connect } = useConnect()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)

  async function buy() {
    if (busy) return
    setBusy(true)
    setNote('')
    try {
      if (!account.isConnected) await connect({ namespace })
      setNote('Confirm in your wallet…')
      const hash = await buyPrint(latchkey, devstack, print)
      const transaction = `Transaction ${hash.slice(0, 10)}…`
      setNote(`Paid, and not in a block yet. ${transaction}`)
      // The order counts as paid even when the outcome is unknown.
      const receipt = await latchkey.waitForReceipt({ hash }).catch(() => undefined)
      if (receipt) setNote(`${describeReceipt(receipt)} ${transaction}`)
    } catch (cause) {
      const closed = isLatchkeyError(cause) && cause.kind === 'rejected'
      setNote(closed ? '' : cause instanceof Error ? cause.message : 'The wallet refused.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <article className="print">
      <PrintArt print={print} />
      <h2>{print.title}</h2>
      <p className="where">
        {print.place} · {print.left} of 60 left
      </p>
      {/* Not `disabled`: focus would have nowhere to come back to from the wallet's window. */}
      <button type="button" className="buy" onClick={() => void buy()} aria-disabled={busy}>
        Buy for {print.price} {network.nativeCurrency.symbol || 'ETH'}
      </button>
      <p className="note" role="status">
        {note}
      </p>
    </article>
  )
}

function describeReceipt(receipt: TransferReceipt): string {
  // With a higher fee it is another transaction, and the same payment.
  const isSame = receipt.status === 'replaced' && receipt.reason === 'repriced'
  const result = isSame ? receipt.outcome : receipt.status
  if (result === 'confirmed') return 'Sold.'
  return result === 'failed' ? 'Not sold: the payment failed.' : 'Not sold: the payment was replaced.'
}
