import { Icon } from '../../ui/icon/Icon.tsx'
import { check } from '../../ui/icon/shapes.ts'
import { Spinner } from '../../ui/spinner/Spinner.tsx'
import { useCss } from '../../ui/stage/useCss.ts'
import css from './steps.css'

export declare namespace StepList {
  interface Props {
    readonly label: string
    readonly steps: readonly {
      /** Unique in the list. */
      readonly kind: string
      readonly at: 'todo' | 'asking' | 'sent' | 'done'
      readonly words: string
      /** How far it is, in words. */
      readonly atWords: string
    }[]
  }
}

/** What is done one after the other, and how far it is. */
export function StepList({ label, steps }: StepList.Props) {
  useCss(css)
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ kind, at, words, atWords }, place) => (
        <li
          key={kind}
          className="step"
          data-at={at}
          aria-current={at === 'asking' || at === 'sent' ? 'step' : undefined}
        >
          <span className="step-mark" aria-hidden="true">
            {at === 'done' ? <Icon shape={check} size={16} /> : at === 'todo' ? place + 1 : <Spinner />}
          </span>
          <span>{words}</span>
          <span className="step-at">{atWords}</span>
        </li>
      ))}
    </ol>
  )
}
