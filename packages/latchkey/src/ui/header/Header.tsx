import { useEffect } from 'react'
import { back as backShape, close as closeShape } from '../icon/shapes.ts'
import { IconButton } from '../iconbutton/IconButton.tsx'
import { useCss } from '../stage/useCss.ts'
import css from './header.css'

export declare namespace Header {
  interface Action {
    readonly label: string
    readonly onClick: () => void
  }

  interface Props {
    /** The view's title: the heading that takes first focus, and the dialog's name. */
    readonly title: string
    readonly back?: Action | undefined
    /** Shown where there is no way back; brings its own shape, which few views need. */
    readonly help?: (Action & { readonly shape: string }) | undefined
    readonly close?: Action | undefined
  }
}

/** The top of a view: back or help at the start, the title in the middle, close at the end. A sheet is pulled by it. */
export function Header({ title, back, help, close }: Header.Props) {
  const stage = useCss(css)
  useEffect(() => stage?.setLabel(title), [stage, title])
  return (
    <div className="header" part="header" data-drag="">
      {back ? (
        <IconButton part="back" shape={backShape} label={back.label} flip onClick={back.onClick} />
      ) : null}
      <h2 className="header-title" part="title" tabIndex={-1}>
        {title}
      </h2>
      {/* After the title, which is what a dialog that opens gives the first focus to. */}
      {help && !back ? (
        <IconButton part="help" shape={help.shape} label={help.label} onClick={help.onClick} />
      ) : null}
      {close ? (
        <IconButton part="close" shape={closeShape} label={close.label} onClick={close.onClick} />
      ) : null}
    </div>
  )
}
