import { useEffect } from 'react'
import { back as backShape, close as closeShape } from '../icon/shapes.ts'
import { IconButton } from '../iconbutton/IconButton.tsx'
import { useCss } from '../stage/useCss.ts'
import { Logo } from '../walletimage/Logo.tsx'
import css from './header.css'

export declare namespace Header {
  interface Action {
    readonly label: string
    readonly onClick: () => void
  }

  interface Logo {
    /** Addresses of pictures, one for each mode; as hostile as all that `Logo` takes. */
    readonly light: string
    readonly dark: string
    /** Whose it is: its initial stands where there is no picture. */
    readonly name: string
  }

  interface Props {
    /** The view's title: the heading that takes first focus, and the dialog's name. */
    readonly title: string
    readonly back?: Action | undefined
    /** Shown where there is no way back; brings its own shape, which few views need. */
    readonly help?: (Action & { readonly shape: string }) | undefined
    readonly close?: Action | undefined
    /** The mark of whose page it is, before the title. */
    readonly logo?: Logo | undefined
  }
}

const modes = ['light', 'dark'] as const

/** The top of a view: back or help at the start, the title in the middle, close at the end. A sheet is pulled by it. */
export function Header({ title, back, help, close, logo }: Header.Props) {
  const stage = useCss(css)
  useEffect(() => stage?.setLabel(title), [stage, title])
  const heading = (
    <h2 className="header-title" part="title" tabIndex={-1}>
      {title}
    </h2>
  )
  return (
    <div className="header" part="header" data-drag="">
      {back ? <IconButton part="back" shape={backShape} label={back.label} onClick={back.onClick} /> : null}
      {logo ? (
        <div className="header-words">
          {modes.map(mode => (
            <span className="header-logo" key={mode} data-mode={mode}>
              <Logo src={logo[mode]} name={logo.name} size={24} />
            </span>
          ))}
          {heading}
        </div>
      ) : (
        heading
      )}
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
