import { Button, useCss } from 'latchkey/ui'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useGate } from '../../approve/useGate.ts'
import { WaitWords } from '../../approve/WaitWords.tsx'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import type { PageProps } from './page.ts'
import css from './settings.css'

/** The texts for what the button waits for. */
const waiting = {
  sight: 'settings.waitSight',
  reading: 'settings.waitSight',
  focus: 'settings.waitFocus',
  time: 'settings.waitTime',
} as const

export declare namespace GatedPanel {
  interface Props extends Pick<PageProps, 't' | 'back'> {
    readonly title: string
    readonly hint: string
    /** What it is about, above the button. */
    readonly facts?: ReactNode
    readonly verb: string
    /** Default `danger`. */
    readonly tone?: 'danger' | 'primary'
    readonly isBusy: boolean
    readonly failure: unknown
    readonly agree: () => void
    /** A field to fill in before; Enter in it presses the button. */
    readonly children?: (onKeyDown: (event: KeyboardEvent) => void) => ReactNode
  }
}

/**
 * Asks for a press that cannot be undone. As with an approval, it counts once the whole frame was in sight, uncovered, in a
 * page that has the focus: a page can ask for this screen and draw over it (S11).
 */
export function GatedPanel({
  title,
  hint,
  facts,
  verb,
  tone = 'danger',
  isBusy,
  failure,
  t,
  back,
  agree,
  children,
}: GatedPanel.Props) {
  // The glass is found by its looks.
  useCss(css)
  const parts = {
    glass: useRef<HTMLDivElement>(null),
    whole: useRef<HTMLDivElement>(null),
    foot: useRef<HTMLDivElement>(null),
  }
  const { gate, waitsFor } = useGate(parts, true)
  return (
    <div ref={parts.whole}>
      <LoginPanel title={title} hint={hint}>
        {facts}
        {children?.(({ key, nativeEvent }) => {
          if (key === 'Enter') gate?.press(nativeEvent)
        })}
        <Failure failure={failure} t={t} />
        <div className="login-actions" ref={parts.foot}>
          {isBusy ? null : (
            <WaitWords
              words={waitsFor ? t(waiting[waitsFor]) : ''}
              all={Object.values(waiting).map(key => t(key))}
            />
          )}
          <Button
            tone={tone}
            wide
            type="submit"
            loading={isBusy}
            aria-disabled={waitsFor !== undefined}
            onPointerDown={event => gate?.press(event.nativeEvent)}
            onKeyDown={event => gate?.press(event.nativeEvent)}
            onClick={event => {
              if (gate?.counts(event.nativeEvent)) agree()
            }}
          >
            {verb}
          </Button>
          <Button tone="ghost" wide onClick={back}>
            {t('settings.back')}
          </Button>
        </div>
      </LoginPanel>
      <div className="confirm-glass" ref={parts.glass} aria-hidden="true" />
    </div>
  )
}
