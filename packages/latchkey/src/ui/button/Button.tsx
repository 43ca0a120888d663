import { type ComponentPropsWithoutRef, forwardRef, type ReactNode } from 'react'
import { Spinner } from '../spinner/Spinner.tsx'
import { useCss } from '../stage/useCss.ts'
import css from './button.css'

export declare namespace Button {
  interface Props extends Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'style'> {
    /** Default 'secondary'; a view has at most one 'primary'. */
    readonly tone?: 'primary' | 'secondary' | 'ghost' | 'danger'
    /** Full width, as the action at the bottom of a view. */
    readonly wide?: boolean
    /** Busy: keeps its words, size and focus, takes no clicks. */
    readonly loading?: boolean
    readonly icon?: ReactNode
  }
}

/** A button with words on it: a verb, at least 44 px high. */
export const Button = forwardRef<HTMLButtonElement, Button.Props>(function Button(
  { tone = 'secondary', wide, loading, icon, children, onClick, ...rest },
  ref,
) {
  useCss(css)
  return (
    <button
      type="button"
      {...rest}
      ref={ref}
      className="button"
      part="button"
      data-tone={tone}
      data-wide={wide ? '' : undefined}
      data-loading={loading ? '' : undefined}
      aria-busy={loading || undefined}
      // Not `disabled`: that would drop the focus of the visitor who just pressed it.
      aria-disabled={loading || rest['aria-disabled']}
      onClick={event => {
        if (loading || event.currentTarget.ariaDisabled === 'true') event.preventDefault()
        else onClick?.(event)
      }}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  )
})
