import { type ReactNode, useState } from 'react'
import type { ThemeVariables } from '../../contract/options.ts'
import type { Latchkey } from '../handle/latchkey.ts'
import type { OpenOptions } from '../runtime/runtime.ts'
import { buttonTheme } from './buttonTheme.ts'
import { useLatchkeyState } from './useLatchkeyState.ts'

export declare namespace HostButton {
  interface Props {
    readonly latchkey: Latchkey
    readonly open: OpenOptions
    readonly tone: 'primary' | 'secondary'
    readonly busy?: boolean
    readonly disabled?: boolean | undefined
    readonly name?: string
    readonly children: ReactNode
  }
}

/** The button a host page shows: loads ahead on intent, opens in the click, says so when it could not. */
export function HostButton({ latchkey, open, tone, busy, disabled, name, children }: HostButton.Props) {
  const [phase, setPhase] = useState<'idle' | 'loading' | 'failed'>('idle')
  const theme = useLatchkeyState(state => state.theme, { latchkey })
  const isOpen = useLatchkeyState(state => state.open, { latchkey })
  const ahead = () => latchkey.intent()

  function press() {
    setPhase('loading')
    latchkey.open(open).then(
      () => setPhase('idle'),
      () => setPhase('failed'),
    )
  }

  return (
    <button
      type="button"
      part="button"
      data-tone={tone}
      data-theme={theme.mode}
      ref={element => applyTheme(element, theme.variables)}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={phase === 'failed' ? undefined : name}
      aria-busy={busy || phase === 'loading' || undefined}
      disabled={disabled}
      onPointerEnter={ahead}
      onPointerDown={ahead}
      onFocus={ahead}
      onClick={press}
    >
      {phase === 'failed' ? 'Could not load. Try again' : children}
    </button>
  )
}

function applyTheme(element: HTMLButtonElement | null, variables: ThemeVariables): void {
  if (!element) return
  for (const [name, value] of Object.entries(buttonTheme(variables))) element.style.setProperty(name, value)
}
