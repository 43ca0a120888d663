import type { CaipAddress } from '../../contract/caip.ts'
import type { Swaps } from '../../engine/flows/swap/swapFlow.ts'
import { isArriving } from '../../engine/nouns/journal/isArriving.ts'
import { isSettled } from '../../engine/nouns/journal/isSettled.ts'
import { List } from '../../ui/list/List.tsx'
import { Row } from '../../ui/list/Row.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { useWidget } from '../shell/useWidget.ts'
import { legWords } from './legWords.ts'
import { swapTexts } from './swapTexts.ts'
import { useSwapEntries } from './useSwapEntries.ts'

export declare namespace OpenSwaps {
  interface Props {
    readonly swaps: Swaps
    readonly owner: CaipAddress | undefined
  }
}

/** Lists pending swaps, so that the visitor can follow them before swapping again (T73). */
export function OpenSwaps({ swaps: { flow }, owner }: OpenSwaps.Props) {
  const t = useTexts(swapTexts)
  const widget = useWidget()
  const locale = useEngineState(({ config }) => config.locale)
  const now = widget.engine.ctx.clock.now()
  const open = useSwapEntries().filter(
    each => each.from === owner && (!isSettled(each) || isArriving(each, now)),
  )
  if (open.length === 0) return null
  return (
    <List label={t('swap.unsettled')}>
      {open.slice(0, 3).map(each => (
        <Row
          key={each.id}
          id={`open-${each.id}`}
          name={t('swap.open', { out: legWords(each.out, locale), in: each.in.asset.symbol })}
          end="chevron"
          onClick={() => widget.push('SwapPreview', flow.follow(each.id))}
        />
      ))}
    </List>
  )
}
