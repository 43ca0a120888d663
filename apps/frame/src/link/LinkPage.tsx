import type { FrameSite } from 'latchkey/contract'
import { Button, useCss } from 'latchkey/ui'
import { LoginPanel } from '../login/screens/LoginPanel.tsx'
import css from './link.css'
import { linkTexts as t } from './linkTexts.ts'
import type { MailLink } from './readLink.ts'
import { type LinkDecision, type LinkState, useLink } from './useLink.ts'

/** What a mail's link leads to, at the top level of the wallet's origin: it shows what is asked, and asks (T48). */
export function LinkPage({ site, mail }: { readonly site: FrameSite; readonly mail: MailLink }) {
  useCss(css)
  const { state, busy, isFailed, decide } = useLink(site, mail)
  const news = newsOf(state)
  if (news) {
    const [title, hint] = news
    return (
      <main className="link">
        <LoginPanel key={title} title={title} {...(hint && { hint })} />
      </main>
    )
  }
  const { title, hint, number, facts, buttons } = questionOf(state)
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

/** What is only said; undefined where something is asked. */
function newsOf(state: LinkState): readonly [title: string, hint?: string] | undefined {
  if (state.at === 'loading') return [t.loading]
  if (state.at === 'ended') return [t.ended, t.endedHint]
  if (state.at !== 'device' && state.at !== 'undo') return [t.unreached, t.unreachedHint]
  if (state.asked.state === 'approved') return [t.approved, t.approvedHint]
  if (state.asked.state === 'denied') return [t.denied, t.deniedHint]
  if (state.asked.state === 'undone') return [t.undone, t.undoneHint]
  return undefined
}

interface Question {
  readonly title: string
  readonly hint: string
  readonly number?: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly buttons: readonly (readonly [decision: LinkDecision, words: string])[]
}

function questionOf(state: LinkState): Question {
  if (state.at === 'undo')
    return {
      title: t.undo,
      hint: t.undoHint,
      facts: [
        [t.to, state.asked.to],
        [t.time, timeWords(state.asked.at)],
      ],
      buttons: [['undo', t.undoDo]],
    }
  if (state.at !== 'device') return { title: t.ended, hint: t.endedHint, facts: [], buttons: [] }
  const { match, page, project, browser, at } = state.asked
  return {
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

function timeWords(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
