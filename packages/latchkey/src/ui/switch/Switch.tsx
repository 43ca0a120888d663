import type { ReactNode } from 'react'
import { useCss } from '../stage/useCss.ts'
import css from './switch.css'

export declare namespace Switch {
  interface Props {
    readonly isOn: boolean
    readonly onSwitch: (isOn: boolean) => void
    /** The label of the setting. */
    readonly children: ReactNode
  }
}

/** Something that is on or off, as wide as a row. */
export function Switch({ isOn, onSwitch, children }: Switch.Props) {
  useCss(css)
  return (
    <button
      type="button"
      className="switch"
      role="switch"
      aria-checked={isOn}
      onClick={() => onSwitch(!isOn)}
    >
      {children}
      <span className="switch-track" aria-hidden="true" />
    </button>
  )
}
