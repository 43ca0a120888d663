import type { PayResult } from 'latchkey'
import { useLatchkey, useNetwork } from 'latchkey/react'
import { useState } from 'react'
import { type Order, placeOrder } from './orders.ts'
import { PrintArt } from './PrintArt.tsx'
import type { Print } from './prints.ts'

export declare namespace PrintCard {
  interface Props {
    readonly print: Print
    /** Of the widget: the payment is made for it. */
    readonly projectId: string
    /** What the shop's backend has of it. */
    readonly order?: Order | undefined
    /** An order was placed: its state is worth asking for. */
    readonly onOrder: () => unknown
    /** Makes the order. Default: asks the shop's backend. */
    readonly place?: typeof placeOrder
  }
}

/** One print, its price, and the way to buy it. */
export function PrintCard({ print, projectId, order, onOrder, place = placeOrder }: PrintCard.Props) {
  const latchkey = useLatchkey()
  const { network } = useNetwork()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const isSold = order?.state === 'sold'
  const price = network.chainNamespace === 'solana' ? `${print.sol} SOL` : `${print.eth} ETH`

  async function buy() {
    if (busy || isSold) return
    setBusy(true)
    setNote('')
    try {
      const { paymentId, state } = await place(print.slug, projectId)
      void onOrder()
      if (state === 'open') setNote(noteOf(await latchkey.pay({ paymentId })))
    } catch (cause) {
      setNote(cause instanceof Error ? cause.message : 'Couldn’t start the payment.')
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
      {/* Not `disabled`: focus would have nowhere to come back to from the widget. */}
      <button
        type="button"
        className="buy"
        onClick={() => void buy()}
        aria-disabled={busy || isSold}
        data-sold={isSold || undefined}
      >
        {isSold ? 'Sold to you' : `Buy for ${price}`}
      </button>
      <p className="note" role="status">
        {isSold ? 'Paid. The print is yours.' : note}
      </p>
    </article>
  )
}

/** What the page says until the backend knows: "sold" is the backend's word alone. */
function noteOf({ status }: PayResult): string {
  switch (status) {
    case 'paid':
    case 'settled':
      return 'Paid. The shop will know in a moment.'
    case 'pending':
      return 'The payment is on its way.'
    case 'expired':
      return 'The payment expired. Nothing was sold.'
    case 'failed':
      return 'The payment failed. Nothing was sold.'
    case 'cancelled':
      return ''
  }
}
