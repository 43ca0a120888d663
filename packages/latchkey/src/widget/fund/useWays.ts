import type { Support } from '../../engine/nouns/funding/funding.ts'
import { useEngineState } from '../shell/useEngineState.ts'
import { useWidget } from '../shell/useWidget.ts'
import { useFunding } from './useFunding.ts'
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

/** The ways to fund that lead somewhere: those which depend on the services stand once these have said so. */
export function useWays(): Ways {
  const widget = useWidget()
  const snapshot = useEngineState(each => each)
  const ways = waysToFund(snapshot, view => widget.views.definition(view) !== undefined)
  const { supports, retry } = useFunding(ways.some(({ support }) => support !== undefined))
  const stateOf = ({ support }: WayToFund): Support => (support === undefined ? 'yes' : supports[support])
  const states = ways.map(way => ({ way, is: stateOf(way) }))
  return {
    ways: states.flatMap(({ way, is }): readonly ShownWay[] =>
      is === 'yes' ? [{ ...way, at: 'there' }] : is === 'loading' ? [{ ...way, at: 'loading' }] : [],
    ),
    failed: states.some(({ is }) => is === 'failed'),
    retry,
  }
}
