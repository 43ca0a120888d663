import { type ComponentPropsWithoutRef, forwardRef } from 'react'
import { Icon } from '../icon/Icon.tsx'
import type { Part } from '../parts.ts'
import { useCss } from '../stage/useCss.ts'
import css from './iconbutton.css'

export declare namespace IconButton {
  interface Props
    extends Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'style' | 'children' | 'part'> {
    readonly shape: string
    /** What it does, for those who do not see the shape, and as its tooltip. */
    readonly label: string
    /** Pixels of the drawing, default 20; the button is always 44 px. */
    readonly size?: number
    readonly part?: Part
  }
}

/** A button with a drawing instead of words. */
export const IconButton = forwardRef<HTMLButtonElement, IconButton.Props>(function IconButton(
  { shape, label, size = 20, part = 'icon-button', ...rest },
  ref,
) {
  useCss(css)
  return (
    <button
      type="button"
      {...rest}
      ref={ref}
      className="icon-button"
      part={part}
      aria-label={label}
      title={label}
    >
      <Icon shape={shape} size={size} />
    </button>
  )
})
