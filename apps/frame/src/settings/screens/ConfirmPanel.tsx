import { Button } from 'latchkey/ui'
import { useRef } from 'react'
import { useGate } from '../../approve/useGate.ts'
import { Failure } from '../../login/screens/Failure.tsx'
import { LoginPanel } from '../../login/screens/LoginPanel.tsx'
import { useWork } from '../../login/screens/useWork.ts'
import type { PageProps } from './page.ts'

/** The texts for what the button waits for. */
const waiting = {
  sight: 'settings.waitSight',
  reading: 'settings.waitSight',
  focus: 'settings.waitFocus',
  time: 'settings.waitTime',
} as const

/**
 * Asks for a second press: explains the action, and offers a way back. As with an approval, the press counts once the whole
 * frame was in sight, uncovered, in a page that has the focus: a page can ask for this screen and draw over it (S11).
 */
export function ConfirmPanel({
  title,
  hint,
  verb,
  work,
  t,
  back,
}: Pick<PageProps, 't' | 'back'> & {
  readonly title: string
  readonly hint: string
  readonly verb: string
  readonly work: () => Promise<void>
}) {
  const { isBusy, failure, run } = useWork()
  const parts = {
    glass: useRef<HTMLDivElement>(null),
    whole: useRef<HTMLDivElement>(null),
    foot: useRef<HTMLDivElement>(null),
  }
  const { gate, waitsFor } = useGate(parts)
  return (
    <div ref={parts.whole}>
      <LoginPanel title={title} hint={hint}>
        <Failure failure={failure} t={t} />
        <div className="login-actions" ref={parts.foot}>
          {isBusy ? null : (
            <p className="confirm-wait" aria-live="polite">
              {waitsFor ? t(waiting[waitsFor]) : ''}
            </p>
          )}
          <Button
            tone="danger"
            wide
            loading={isBusy}
            aria-disabled={waitsFor !== undefined}
            onPointerDown={event => gate?.press(event.nativeEvent)}
            onKeyDown={event => gate?.press(event.nativeEvent)}
            onClick={event => {
              if (gate?.counts(event.nativeEvent)) run(work)
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
