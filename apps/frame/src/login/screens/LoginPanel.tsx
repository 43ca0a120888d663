import { useCss } from 'latchkey/ui'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import css from './login.css'

export declare namespace LoginPanel {
  interface Props {
    readonly title: string
    /** The card around says it already. */
    readonly titleHidden?: boolean
    readonly hint?: string
    readonly children?: ReactNode
    readonly onSubmit?: () => void
  }
}

/** One step of logging in: what it is, what to do, and its buttons. */
export function LoginPanel({ title, titleHidden, hint, children, onSubmit }: LoginPanel.Props) {
  const stage = useCss(css)
  const heading = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    stage?.setLabel(title)
    stage?.announce(hint === undefined ? title : `${title}. ${hint}`)
    // The first input, else the title, from which the keyboard continues.
    const first = form.current?.querySelector('input') ?? form.current?.querySelector('h2')
    first?.focus({ preventScroll: true })
    const root = first?.getRootNode() as ShadowRoot | undefined
    if (!first || root?.activeElement) return
    // WebKit lets nothing in another site's frame take the focus before the visitor did something in there; the first key that
    // they type is that, and goes to where it was meant for. Tab finds its way by itself.
    const follow = ({ key }: KeyboardEvent) => {
      if (key !== 'Tab' && !root?.activeElement) first.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', follow, { capture: true, once: true })
    return () => document.removeEventListener('keydown', follow, true)
  }, [stage, title, hint])
  return (
    <form
      ref={form}
      className="login"
      aria-labelledby={heading}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        onSubmit?.()
      }}
    >
      <div className={titleHidden ? 'visually-hidden' : 'login-words'}>
        <h2 className="login-title" id={heading} tabIndex={-1}>
          {title}
        </h2>
        {hint === undefined ? null : <p className="login-hint">{hint}</p>}
      </div>
      {children}
    </form>
  )
}
