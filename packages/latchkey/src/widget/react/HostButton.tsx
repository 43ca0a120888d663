import { type ReactNode, useCallback, useState } from 'react'
import { systemClock } from '../../engine/base/clock.ts'
import { avatarGradient } from '../../ui/avatar/avatarGradient.ts'
import type { Latchkey } from '../handle/latchkey.ts'
import type { OpenOptions } from '../runtime/runtime.ts'
import { buttonPresets } from '../theme/buttonPresets.ts'
import { applyButtonTheme } from './buttonTheme.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

/** Milliseconds before a click that is still loading is shown as such. */
const patience = 100

export declare namespace HostButton {
  interface Props {
    readonly latchkey: Latchkey
    readonly open: OpenOptions
    /** The primary one: the call to connect. */
    readonly isPrimary?: boolean
    /** The address whose mark stands before the words. */
    readonly account?: string | undefined
    readonly busy?: boolean
    readonly disabled?: boolean | undefined
    readonly name?: string | undefined
    readonly children: ReactNode
  }
}

/** The button a host page shows: loads ahead on intent, opens in the click, says so when it could not. */
export function HostButton({
  latchkey,
  open,
  account,
  isPrimary,
  busy,
  name,
  children,
  disabled,
}: HostButton.Props) {
  const [phase, setPhase] = useState(0)
  const { mode, preset, variables } = useLatchkeyState(state => state.theme, { latchkey })

  const dress = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      applyButtonTheme(element, {
        ...(preset && buttonPresets[preset]),
        ...variables,
        mark: account && avatarGradient(account),
      })
      // Not by React, whose events of a press hold up the click behind it, and which leaves out `pointerenter` for who
      // comes into a shadow root from what it drew itself.
      element.onpointerover = element.onpointerdown = element.onfocus = latchkey.intent
    },
    [latchkey, preset, variables, account],
  )

  function press() {
    // Most openings are there in the click itself: drawing the button busy and idle again would only hold them up.
    const stop = systemClock.setTimeout(() => setPhase(1), patience)
    const settle = (next: number) => {
      stop()
      setPhase(next)
    }
    latchkey.open(open).then(
      () => settle(0),
      () => settle(2),
    )
  }

  return (
    <button
      type="button"
      part="button"
      data-primary={isPrimary}
      data-account={account && ''}
      data-theme={mode}
      ref={dress}
      aria-haspopup="dialog"
      aria-label={phase === 2 ? undefined : name}
      // From when it is busy: what becomes a live region together with its words is not read by all.
      aria-live={phase ? 'assertive' : undefined}
      aria-busy={busy || phase === 1}
      disabled={disabled}
      onClick={press}
    >
      {phase === 2 ? 'Could not load. Try again' : children}
    </button>
  )
}
