import { useEffect, useSyncExternalStore } from 'react'
import { oneOf } from '../../engine/base/oneOf.ts'
import type { Funding, Support } from '../../engine/nouns/funding/funding.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useLater } from '../shell/useLater.ts'
import { useWidget } from '../shell/useWidget.ts'
import type { Widget } from '../shell/widget.ts'
import { type WayToFund, waysToFund } from './waysToFund.ts'

export interface ShownWay extends WayToFund {
  /** `loading`: the services are asked whether it is there. */
  readonly at: 'there' | 'loading'
}

export interface Ways {
  readonly ways: readonly ShownWay[]
  /** The services did not answer, so there may be more. */
  readonly failed: boolean
  readonly retry: () => void
}

const loadFunding = (widget: Widget) => () => widget.engine.funding()
const nothing = () => () => undefined

/** The ways to fund that lead somewhere: those which depend on the services stand once these have said so. */
export function useWays(): Ways {
  const widget = useWidget()
  const snapshot = useEngineState(each => each)
  const ways = waysToFund(snapshot, view => widget.views.definition(view) !== undefined)
  const asks = ways.some(({ support }) => support !== undefined)
  const { part, retry } = useLater(asks, oneOf(widget, loadFunding))
  const funding = typeof part === 'object' ? part : undefined
  useEffect(() => funding?.watch(), [funding])
  const buying = useSupport(funding, 'buying')
  const deposits = useSupport(funding, 'deposits')
  const supports = { buying, deposits }
  const stateOf = ({ support }: WayToFund): Support =>
    support === undefined ? 'yes' : part === 'failed' ? 'failed' : supports[support]
  const states = ways.map(way => ({ way, is: stateOf(way) }))
  return {
    ways: states.flatMap(({ way, is }): readonly ShownWay[] =>
      is === 'yes' ? [{ ...way, at: 'there' }] : is === 'loading' ? [{ ...way, at: 'loading' }] : [],
    ),
    failed: states.some(({ is }) => is === 'failed'),
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
