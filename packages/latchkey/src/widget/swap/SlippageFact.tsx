import { useEffect, useId, useRef, useState } from 'react'
import { mostSlippageBps } from '../../contract/swap.ts'
import type { SwapFlow } from '../../engine/flows/swap/swapFlow.ts'
import { readTypedAmount, writeTypedAmount } from '../../engine/nouns/amounts/readTypedAmount.ts'
import { Field } from '../../ui/field/Field.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { sliders } from '../../ui/icon/swapShapes.ts'
import { ReviewFact as Fact } from '../send/ReviewFact.tsx'
import { useEngineState } from '../shell/useEngineState.ts'
import { useTexts } from '../shell/useTexts.ts'
import { formatPercent } from './formatPercent.ts'
import { highSlippage } from './highSlippage.ts'
import { swapDetailTexts } from './swapTexts.ts'

const choices = [10, 50, 100] as const
/** Below this a swap is likely to be refused. In hundredths of a percent. */
const low = 5

export declare namespace SlippageFact {
  interface Props {
    readonly flow: Pick<SwapFlow, 'slippage'>
    readonly bps: number
  }
}

/** How far the price may move before the swap is refused, and the way to change it. */
export function SlippageFact({ flow, bps }: SlippageFact.Props) {
  const t = useTexts(swapDetailTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const [isOpen, setOpen] = useState(bps > mostSlippageBps)
  const id = useId()
  const editor = useRef<HTMLDivElement>(null)
  // It opens at the end of what is scrolled.
  useEffect(() => {
    if (isOpen) editor.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const shown = formatPercent(bps / 10_000, locale)
  return (
    <>
      <Fact label={t('swap.slippage')}>
        <button
          type="button"
          className="swap-slippage-toggle"
          data-field="slippage"
          aria-label={`${t('swap.slippage')}: ${shown}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {shown}
          <Icon shape={sliders} size={16} />
        </button>
      </Fact>
      {isOpen ? (
        <div className="swap-slippage" id={id} ref={editor}>
          <dt className="visually-hidden">{t('swap.slippageHint')}</dt>
          <dd>
            <Choices flow={flow} bps={bps} />
          </dd>
        </div>
      ) : null}
    </>
  )
}

function Choices({ flow, bps }: SlippageFact.Props) {
  const t = useTexts(swapDetailTexts)
  const locale = useEngineState(({ config }) => config.locale)
  const name = useId()
  const isChoice = choices.some(choice => choice === bps)
  const [typed, setTyped] = useState(() => (isChoice ? '' : writeTypedAmount(String(bps / 100), locale)))
  const read = readTypedAmount(typed, locale)
  const given = read.at === 'number' ? Math.round(Number(read.decimal) * 100) : undefined
  const error =
    read.at === 'empty'
      ? undefined
      : given === undefined || !Number.isSafeInteger(given)
        ? t('swap.slippageWrong')
        : given > mostSlippageBps
          ? t('swap.slippageRefused', { percent: formatPercent(mostSlippageBps / 10_000, locale) })
          : undefined
  const isChecked = typed === '' && choices.some(choice => choice === bps)
  const percent = formatPercent(bps / 10_000, locale)
  const type = (text: string) => {
    setTyped(text)
    const now = readTypedAmount(text, locale)
    const value = now.at === 'number' ? Math.round(Number(now.decimal) * 100) : undefined
    // More than is allowed is handed on as well: the form refuses it, and says so.
    if (value !== undefined && Number.isSafeInteger(value)) flow.slippage(value)
  }
  return (
    <div className="swap-slippage-choices">
      <div className="swap-choices" role="radiogroup" aria-label={t('swap.slippage')}>
        {choices.map((choice, at) => (
          <label key={choice} className="swap-choice">
            <input
              type="radio"
              name={name}
              checked={bps === choice && typed === ''}
              // Tab reaches the one that is checked, arrows the others.
              tabIndex={bps === choice || (at === 0 && !isChecked) ? 0 : -1}
              onChange={() => {
                setTyped('')
                flow.slippage(choice)
              }}
            />
            <span>{formatPercent(choice / 10_000, locale)}</span>
          </label>
        ))}
      </div>
      <Field
        label={t('swap.customSlippage')}
        inputMode="decimal"
        maxLength={8}
        dir="ltr"
        value={typed}
        onValue={type}
        after={<span className="swap-percent">%</span>}
        error={error}
        hint={
          bps > highSlippage
            ? t('swap.slippageHigh', { percent })
            : bps < low
              ? t('swap.slippageLow')
              : t('swap.slippageHint')
        }
      />
    </div>
  )
}
