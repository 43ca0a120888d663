import { useEffect, useId, useRef } from 'react'
import type { Phone, PhoneState, Prompt } from '../wallet/phoneState.ts'
import { ConnectBody } from './ConnectBody.tsx'
import { formatSeconds } from './formatSeconds.ts'
import { PeerCard } from './PeerCard.tsx'
import { RequestBody, requestWords } from './RequestBody.tsx'
import { SignInBody } from './SignInBody.tsx'
import { useSecondsUntil } from './usePhone.ts'

export declare namespace PromptSheet {
  interface Props {
    readonly phone: Phone
    readonly state: PhoneState
    readonly prompt: Prompt
    /** Puts the question off; it stays among those that wait. */
    readonly onLater: () => void
  }
}

/** One request of a site, above everything else. Escape defers it, so that no answer is given by accident. */
export function PromptSheet({ phone, state, prompt, onLater }: PromptSheet.Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const title = useId()
  const words = wordsOf(prompt, state)
  const others = state.prompts.length - 1
  const isUnable = prompt.kind === 'connect' && (prompt.missing.length > 0 || prompt.chains.length === 0)

  useEffect(() => {
    dialog.current?.showModal()
    heading.current?.focus()
  }, [])

  return (
    <dialog ref={dialog} className="sheet" aria-labelledby={title} onClose={onLater}>
      <header className="sheet-header">
        <h2 id={title} ref={heading} tabIndex={-1}>
          {words.title}
        </h2>
        <button type="button" className="icon-button" onClick={() => dialog.current?.close()}>
          Later
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard */}
      <section className="sheet-body" aria-label="Request" tabIndex={0}>
        <PeerCard peer={prompt.peer} verification={prompt.verification} otherDomain={otherDomain(prompt)} />
        {prompt.kind === 'connect' && <ConnectBody state={state} prompt={prompt} />}
        {prompt.kind === 'signIn' && <SignInBody state={state} prompt={prompt} />}
        {prompt.kind === 'request' && <RequestBody state={state} prompt={prompt} />}
      </section>
      <footer className="sheet-footer">
        <p className="soft">
          {prompt.expiresAt !== undefined && <TimeLeft until={prompt.expiresAt} />}
          {others > 0 && ` ${others} more ${others === 1 ? 'request' : 'requests'} waiting.`}
        </p>
        <div className="answers">
          <button type="button" onClick={() => phone.reject(prompt.id)}>
            Reject
          </button>
          <button
            type="button"
            className={isDoubtful(prompt) ? 'danger' : 'primary'}
            disabled={isUnable}
            onClick={() => phone.approve(prompt.id)}
          >
            {words.yes}
          </button>
        </div>
      </footer>
    </dialog>
  )
}

function TimeLeft({ until }: { readonly until: number }) {
  const seconds = useSecondsUntil(until)
  return seconds === 0 ? 'The site stopped waiting.' : `The site waits another ${formatSeconds(seconds)}.`
}

function wordsOf(prompt: Prompt, state: PhoneState): { readonly title: string; readonly yes: string } {
  if (prompt.kind === 'connect') {
    return { title: 'Connect to this site?', yes: isDoubtful(prompt) ? 'Connect anyway' : 'Connect' }
  }
  if (prompt.kind === 'signIn') {
    const yes = isDoubtful(prompt) ? 'Sign anyway' : 'Sign and connect'
    return { title: 'Connect and sign in?', yes }
  }
  return requestWords(prompt, state)
}

/** It is not where it says it is, or would have another name signed. */
function isDoubtful(prompt: Prompt): boolean {
  return prompt.verification.validation === 'INVALID' || otherDomain(prompt) !== undefined
}

/** The domain of a sign-in that differs from the site's own: an attempt to borrow the visitor's signature. */
function otherDomain(prompt: Prompt): string | undefined {
  if (prompt.kind !== 'signIn') return undefined
  const own = prompt.peer.origin === undefined ? undefined : new URL(prompt.peer.origin).host
  return prompt.domain === own ? undefined : prompt.domain || 'nowhere'
}
