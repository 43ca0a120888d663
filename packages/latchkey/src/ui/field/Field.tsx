import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useId } from 'react'
import { useCss } from '../stage/useCss.ts'
import css from './field.css'

export declare namespace Field {
  interface Props extends Omit<ComponentPropsWithoutRef<'input'>, 'className' | 'style' | 'onChange'> {
    readonly label: string
    /** Keeps the label for those who do not see the field; its look must then say what it is. */
    readonly labelHidden?: boolean
    readonly value: string
    readonly onValue: (value: string) => void
    /** A line below the field. */
    readonly hint?: string | undefined
    /** The error, in place of the hint; announced when it appears. */
    readonly error?: ReactNode
    readonly before?: ReactNode
    readonly after?: ReactNode
  }
}

/** A line of text to fill in. */
export const Field = forwardRef<HTMLInputElement, Field.Props>(function Field(
  { label, labelHidden, onValue, hint, error, before, after, id, ...rest },
  ref,
) {
  useCss(css)
  const own = useId()
  const input = id ?? own
  const below = error ?? hint
  return (
    <div className="field" part="field">
      <label className={labelHidden ? 'visually-hidden' : 'field-label'} htmlFor={input}>
        {label}
      </label>
      <div
        className="field-box"
        data-invalid={error === undefined ? undefined : ''}
        data-before={before ? '' : undefined}
      >
        {before ? <span className="field-before">{before}</span> : null}
        <input
          autoComplete="off"
          spellCheck={false}
          {...rest}
          ref={ref}
          id={input}
          className="field-input"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={below === undefined ? undefined : `${input}-hint`}
          onChange={event => onValue(event.currentTarget.value)}
        />
        {after}
      </div>
      <span
        className={below === undefined ? 'visually-hidden' : 'field-hint'}
        id={`${input}-hint`}
        data-error={error === undefined ? undefined : ''}
        aria-live="polite"
      >
        {below}
      </span>
    </div>
  )
})
