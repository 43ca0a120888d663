import { useEffect } from 'react'
import type { PayFlow, PayWay } from '../../engine/flows/pay/payFlow.ts'
import { OpenAllowances } from '../swap/OpenAllowances.tsx'

export declare namespace PayAllowances {
  interface Props {
    readonly pay: Pick<PayFlow, 'allowances'>
    readonly way: PayWay | undefined
  }
}

/** What a payment by a swap has left approved, and the way to take it back; nothing for other ways (T70). */
export function PayAllowances({ pay: { allowances }, way }: PayAllowances.Props) {
  const isSwapped = way?.kind === 'swap'
  useEffect(() => {
    // The chain may not answer now: what is not known is not shown.
    if (isSwapped) void allowances.refresh().catch(() => undefined)
  }, [isSwapped, allowances])
  return isSwapped ? <OpenAllowances allowances={allowances} /> : null
}
