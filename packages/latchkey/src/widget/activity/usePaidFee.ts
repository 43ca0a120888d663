import { useEffect, useState } from 'react'
import { toDecimalString } from '../../contract/amount.ts'
import { isUnsupportedNetwork } from '../../contract/isUnsupportedNetwork.ts'
import type { ActivityEntry } from '../../engine/nouns/activity/activityEntry.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'

export type PaidFee =
  | { readonly at: 'reading' | 'unknown' }
  /** In whole units of the network's own currency, exact. */
  | { readonly at: 'known'; readonly amount: string }

/** What the network took for a mined transaction of the account's own, as the chain says it; undefined for any other. */
export function usePaidFee({ hash, own, status }: ActivityEntry): PaidFee | undefined {
  const { ctx } = useWidget().engine
  const network = useEngineState(({ state }) => state.network)
  const wanted = own && (status === 'confirmed' || status === 'failed') ? hash : undefined
  const [fee, setFee] = useState<{ readonly of: string; readonly fee: PaidFee }>()
  useEffect(() => {
    if (wanted === undefined) return
    let isHere = true
    const read = async (): Promise<PaidFee> => {
      if (isUnsupportedNetwork(network)) return { at: 'unknown' }
      const { paidFee } = await ctx.adapter(network.chainNamespace)
      const value = await paidFee?.(ctx.rpc(network), wanted)
      if (value === undefined) return { at: 'unknown' }
      return {
        at: 'known',
        amount: toDecimalString({ value, decimals: network.nativeCurrency.decimals }),
      }
    }
    read()
      .catch((): PaidFee => ({ at: 'unknown' }))
      .then(known => {
        if (isHere) setFee({ of: wanted, fee: known })
      })
    return () => {
      isHere = false
    }
  }, [ctx, network, wanted])
  if (wanted === undefined) return undefined
  return fee?.of === wanted ? fee.fee : { at: 'reading' }
}
