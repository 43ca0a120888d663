import { useCss } from 'latchkey/ui'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import css from './login.css'

export declare namespace LoginPanel {
  interface Props {
    readonly title: string
    readonly hint?: string
    readonly children?: ReactNode
    /** Has the focus unless something in it asks for it by `data-first`. */
    readonly onSubmit?: () => void
  }
}

/** One step of logging in: what it is, what to do, and its buttons. */
export function LoginPanel({ title, hint, children, onSubmit }: LoginPanel.Props) {
  const stage = useCss(css)
  const heading = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    stage?.setLabel(title)
    stage?.announce(hint === undefined ? title : `${title}. ${hint}`)
    const first = form.current?.querySelector<HTMLElement>('input, [data-first]')
    first?.focus({ preventScroll: true })
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
      <div className="login-words">
        <h2 className="login-title" id={heading} data-first="" tabIndex={-1}>
          {title}
        </h2>
        {hint === undefined ? null : <p className="login-hint">{hint}</p>}
      </div>
      {children}
    </form>
  )
}
