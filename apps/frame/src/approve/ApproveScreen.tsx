import { Button, Icon, shapes, useCss } from 'latchkey/ui'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocked } from '../lock/useLocked.ts'
import type { PendingApproval } from '../provider/approval.ts'
import type { ScreenProps } from '../screens/screen.ts'
import { siteWords } from '../site/siteWords.ts'
import { ApproveAgain } from './ApproveAgain.tsx'
import { ApproveHeadline, Fiat } from './ApproveHeadline.tsx'
import { ApproveReview } from './ApproveReview.tsx'
import css from './approve.css'
import { canTell } from './createGate.ts'
import { type ApprovalEnds, failureWords, useApproval } from './useApproval.ts'
import { useGate } from './useGate.ts'
import { useUnseen } from './useUnseen.ts'
import { WaitWords } from './WaitWords.tsx'
import { openApproveWindow } from './window/openApproveWindow.ts'

/** The texts for what the button waits for. */
const waiting = {
  sight: 'Scroll to see all of this before you agree.',
  reading: 'Scroll through all of it first, from top to bottom.',
  focus: 'Click here once, then agree.',
  time: 'Take a moment to read this first.',
} as const

/** What has to be there before, in words. */
const held = {
  address: 'Type the end of the address first.',
  fee: 'Working out the network fee.',
} as const

const waits = [...Object.values(waiting), ...Object.values(held)]

/** The texts for why the approval continues in a window, and what to do when none opens. */
const elsewhere = {
  covered: 'Something may be covering the wallet here. Continue in a separate window.',
  blocked: 'Your browser blocked the window. Allow pop-ups for this page and try again.',
} as const

const Unlock = lazy(async () => ({ default: (await import('../lock/UnlockStep.tsx')).UnlockStep }))

/**
 * Asks the visitor for one approval. A locked wallet asks for a proof first, also when it locks while they read (T79).
 * The request waits meanwhile.
 */
export function ApproveScreen(props: ScreenProps) {
  const [isLocked, lock] = useLocked(props.frame)
  const [isAgreed, setAgreed] = useState(false)
  if (isLocked === undefined) return null
  if (!isLocked || isAgreed)
    return (
      <ApproveStep
        {...props}
        begun={() => setAgreed(true)}
        locked={() => {
          setAgreed(false)
          lock(true)
        }}
      />
    )
  return (
    <Suspense fallback={null}>
      <Unlock {...props} unlocked={() => lock(false)} />
    </Suspense>
  )
}

/** One approval: who asks, what it does, what it takes (SPEC §2 "ApproveTransaction"). */
function ApproveStep({
  frame,
  data,
  done,
  close,
  begun,
  locked,
}: ScreenProps & Pick<ApprovalEnds, 'begun' | 'locked'>) {
  // It comes from the provider of this frame: a page cannot ask for this screen by name.
  const pending = data as PendingApproval
  const stage = useCss(css)
  const parts = {
    glass: useRef<HTMLDivElement>(null),
    whole: useRef<HTMLElement>(null),
    foot: useRef<HTMLElement>(null),
  }
  const heading = useRef<HTMLHeadingElement>(null)
  const approval = useApproval(pending, { begun, done, locked })
  const { view, step, heldBy } = approval
  const isOver = step.at === 'failed' || view.action === undefined
  const { gate, waitsFor } = useGate(parts, !isOver)
  const { site, callsItself, isNameOther } = siteWords(pending.request.host, frame.page.dapp)
  const { title, headline } = view
  const isAgain = step.at === 'again'
  // No page can cover the approval's own window.
  const isUnseen = useUnseen(waitsFor === 'sight' && !isOver)
  const isElsewhere = window.parent !== window && (!canTell(window) || isUnseen)
  const [isBlocked, setBlocked] = useState(false)
  const stopWindow = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => stopWindow.current?.(), [])

  useEffect(() => {
    stage?.setLabel(title)
    stage?.announce(title)
  }, [stage, title])
  // A late answer changes the approval, so it must be in sight as long as the rest was.
  const said = JSON.stringify([title, headline, view.effects, view.facts, view.warnings, view.asksTwice])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is under the same button
  useEffect(() => gate?.reset(), [gate, step.at, said])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its title
  useEffect(() => {
    // Only for who is in here already: a page cannot draw the focus into the frame by asking for something.
    if (document.hasFocus()) heading.current?.focus()
  }, [step.at])

  const isBusy = step.at === 'working'
  const words = step.at === 'failed' || step.at === 'review' ? step.words : undefined
  return (
    <section className="approve" ref={parts.whole} aria-labelledby="approve-title">
      <header className="approve-head">
        <p className="approve-site">
          <Icon shape={shapes.globe} size={16} />
          <bdi>{site}</bdi>
        </p>
        {callsItself ? (
          <p className="approve-claim">
            calls itself “<bdi>{callsItself}</bdi>”
          </p>
        ) : null}
        {isNameOther ? (
          <p className="approve-note" data-tone="warning">
            <Icon shape={shapes.warning} size={16} />
            <span>The name doesn’t match the page.</span>
          </p>
        ) : null}
        <h2 className="approve-title" id="approve-title" ref={heading} tabIndex={-1}>
          {isAgain ? 'Are you sure?' : title}
          {isAgain || headline?.figure !== undefined ? null : <Fiat fiat={headline?.fiat} />}
        </h2>
        {isAgain || !headline ? null : <ApproveHeadline headline={headline} />}
      </header>
      {words !== undefined ? (
        <p className="approve-note" data-tone="danger" role="alert">
          <Icon shape={shapes.failure} size={16} />
          <span>{words}</span>
        </p>
      ) : null}
      {isAgain ? (
        <ApproveAgain title={title} reasons={view.asksTwice} />
      ) : (
        <ApproveReview
          request={pending.request}
          view={view}
          retyped={approval.retyped}
          onRetype={approval.retype}
        />
      )}
      <footer className="approve-foot" ref={parts.foot}>
        {isOver || isBusy ? null : (
          <WaitWords
            words={
              isElsewhere
                ? elsewhere[isBlocked ? 'blocked' : 'covered']
                : heldBy
                  ? held[heldBy]
                  : waitsFor
                    ? waiting[waitsFor]
                    : ''
            }
            all={waits}
          />
        )}
        <div className="approve-buttons">
          {isBusy ? null : (
            <Button wide onClick={isAgain ? approval.back : close}>
              {isOver ? 'Close' : isAgain ? 'Back' : 'Reject'}
            </Button>
          )}
          {isElsewhere && !isOver ? (
            <Button
              wide
              tone="primary"
              onClick={() => {
                stopWindow.current?.()
                const options = { pending, frame, wordsOf: failureWords, done, locked, close }
                stopWindow.current = openApproveWindow(window, options)
                setBlocked(stopWindow.current === undefined)
              }}
            >
              Continue in a window
            </Button>
          ) : null}
          {isOver || isElsewhere ? null : (
            <Button
              wide
              tone={isAgain ? 'danger' : 'primary'}
              loading={isBusy}
              aria-disabled={heldBy !== undefined || waitsFor !== undefined}
              onPointerDown={event => gate?.press(event.nativeEvent)}
              onKeyDown={event => gate?.press(event.nativeEvent)}
              onClick={event => {
                if (gate?.counts(event.nativeEvent)) approval.agree()
              }}
            >
              {isBusy ? working(step.sent, pending) : isAgain ? `${view.action} anyway` : view.action}
            </Button>
          )}
        </div>
      </footer>
      <div className="approve-glass" ref={parts.glass} aria-hidden="true" />
    </section>
  )
}

function working(sent: number, { request }: PendingApproval): string {
  if (request.is === 'solanaTransactions' && request.sends) return 'Sending…'
  if (request.is !== 'calls') return 'Signing…'
  return request.calls.length > 1 && !request.operation
    ? `Sending ${Math.min(sent + 1, request.calls.length)} of ${request.calls.length}…`
    : 'Sending…'
}
