import type { FrameSite } from 'latchkey/services'
import { Button, useCss } from 'latchkey/ui'
import { LoginPanel } from '../login/screens/LoginPanel.tsx'
import { waitingWords } from '../waiting/waitingTexts.ts'
import css from './link.css'
import { linkTexts as t } from './linkTexts.ts'
import type { MailLink } from './readLink.ts'
import { type LinkDecision, type LinkState, useLink } from './useLink.ts'

/**
 * The page behind a mail's link, at the top level of the wallet's origin: shows the request and asks for approval
 * (T48).
 */
export function LinkPage({ site, mail }: { readonly site: FrameSite; readonly mail: MailLink }) {
  useCss(css)
  const { state, busy, isFailed, decide } = useLink(site, mail)
  const shown = readState(state, mail)
  if (shown.is === 'news') {
    const { title, hint } = shown
    return (
      <main className="link">
        <LoginPanel key={title} title={title} {...(hint && { hint })} />
      </main>
    )
  }
  const { title, hint, number, facts, buttons } = shown
  return (
    <main className="link">
      <LoginPanel title={title} hint={hint}>
        {number === undefined ? null : (
          <p className="login-match">
            <span className="visually-hidden">{t.number}: </span>
            <strong>{number}</strong>
          </p>
        )}
        <dl className="login-facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        {isFailed ? (
          <p className="login-error" role="alert">
            {t.failed}
          </p>
        ) : null}
        <div className="login-actions">
          {buttons.map(([decision, words], at) => (
            <Button
              key={decision}
              wide
              tone={at === 0 ? 'primary' : 'secondary'}
              loading={busy === decision}
              onClick={() => decide(decision)}
            >
              {words}
            </Button>
          ))}
        </div>
      </LoginPanel>
    </main>
  )
}

type Shown =
  | { readonly is: 'news'; readonly title: string; readonly hint?: string }
  | {
      readonly is: 'question'
      readonly title: string
      readonly hint: string
      readonly number?: string
      readonly facts: readonly (readonly [name: string, value: string])[]
      readonly buttons: readonly (readonly [decision: LinkDecision, words: string])[]
    }

const decided = {
  approved: [t.approved, t.approvedHint],
  denied: [t.denied, t.deniedHint],
  undone: [t.undone, t.undoneHint],
  stopped: [t.stopped, t.stoppedHint],
} as const

/** The texts and actions of each step. */
function readState(state: LinkState, { is }: MailLink): Shown {
  if (state.at === 'loading') return { is: 'news', title: t.loading }
  if (state.at === 'ended') return { is: 'news', title: t.ended, hint: endedHints[is] }
  if (state.at === 'unreached') return { is: 'news', title: t.unreached, hint: t.unreachedHint }
  if (state.at === 'stop' && state.asked.state === 'waiting') return readWaiting(state.asked)
  if (state.asked.state !== 'open' && state.asked.state !== 'waiting') {
    const [title, hint] = decided[state.asked.state]
    return { is: 'news', title, hint }
  }
  if (state.at === 'undo')
    return {
      is: 'question',
      title: t.undo,
      hint: t.undoHint,
      facts: [
        [t.to, state.asked.to],
        [t.time, timeWords(state.asked.at)],
      ],
      buttons: [['undo', t.undoDo]],
    }
  if (state.at === 'stop') return readWaiting(state.asked)
  const { match, page, project, browser, at } = state.asked
  return {
    is: 'question',
    title: t.ask,
    hint: t.askHint,
    number: match,
    facts: [
      [t.page, page],
      [t.project, project],
      [t.browser, browser ?? t.unknown],
      [t.time, timeWords(at)],
    ],
    buttons: [
      ['approve', t.approve],
      ['deny', t.deny],
    ],
  }
}

function readWaiting(asked: Extract<LinkState, { at: 'stop' }>['asked']): Shown {
  const { page, browser, begunAt, effectAt } = asked
  return {
    is: 'question',
    title: t.stop,
    hint: t.stopHint,
    facts: [
      [t.what, waitingWords(asked)],
      [t.effect, timeWords(effectAt)],
      [t.time, timeWords(begunAt)],
      [t.page, page],
      [t.browser, browser ?? t.unknown],
    ],
    buttons: [['stop', t.stopDo]],
  }
}

const endedHints = { device: t.endedHint, undo: t.undoEndedHint, stop: t.stopEndedHint } as const

function timeWords(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
