import { useEffect, useSyncExternalStore } from 'react'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { Funding, Support } from '../../engine/nouns/funding/funding.ts'
import { useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'
import type { Widget } from '../shell/widget.ts'

export interface FundingSupport {
  /** Whether each way is there for the active account, by the word of the services. */
  readonly supports: Readonly<Record<'buying' | 'deposits', Support>>
  /** Asks again for what failed. */
  readonly retry: () => void
}

const loadFunding = (widget: Widget) => () => widget.engine.funding()
const nothing = () => () => undefined

/** What the services say about ways to more funds, asked for while the caller is shown and `asks`. */
export function useFunding(asks: boolean): FundingSupport {
  const { part, retry } = useLater(asks, oneOf(useWidget(), loadFunding))
  const funding = typeof part === 'object' ? part : undefined
  useEffect(() => (asks ? funding?.watch() : undefined), [asks, funding])
  const buying = useSupport(funding, 'buying')
  const deposits = useSupport(funding, 'deposits')
  return {
    supports: part === 'failed' ? { buying: part, deposits: part } : { buying, deposits },
    retry: () => (part === 'failed' ? retry() : funding?.retry()),
  }
}

function useSupport(funding: Funding | undefined, of: 'buying' | 'deposits'): Support {
  return useSyncExternalStore(funding?.[of].subscribe ?? nothing, () => {
    if (!funding) return 'loading'
    if (of === 'buying') return funding.buying.getState()
    const deposits = funding.deposits.getState()
    return deposits.at === 'known' ? (deposits.assets.length > 0 ? 'yes' : 'no') : deposits.at
  })
}
